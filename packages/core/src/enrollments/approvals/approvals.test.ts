import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../test/instance.ts'
import { moveToLatest } from '../../../test/moves.ts'
import { addMember } from '../../../test/people.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'
import { type Bound, operations } from '../../index.ts'
import { documentOf, sha256Of } from './document.ts'

const {
  askForApprovalChanges,
  completeOwnStep,
  completeStep,
  createGuide,
  createParticipant,
  getEnrollmentStep,
  giveApproval,
  listApprovals,
  listInbox,
  listMessages,
  publishGuide,
  readOwnGuide,
  updateGuide,
} = operations

const MARKDOWN = 'We build **3 dashboards**.'
const URL_OF_SCOPE = `https://example.com/media/${'a'.repeat(64)}.pdf`
const CONTENT = { markdown: MARKDOWN, documents: [{ name: 'Scope.pdf', url: URL_OF_SCOPE }] }

describe.each(ENGINES)('approvals on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  async function enrolled() {
    const step = { title: 'Approve the scope', type: 'approval' as const, content: CONTENT }
    const guide = await guideOf(acme, step, { title: 'Read' })
    const robin = await anyMember(instance)
    const enrollment = await enrollIn(acme, guide.id, robin)
    const contact = await instance.handrail.asContact(enrollment.access_token)
    const step_id = guide.ids[0] ?? ''
    return { guide, robin, id: enrollment.id, contact, step_id, at: { id: enrollment.id, step_id } }
  }
  const sha256 = sha256Of(documentOf({ title: 'Approve the scope', content: CONTENT }))
  const read = (step_id: string) => ({ step_id, document_sha256: sha256, address: '192.0.2.7' })
  const stateOf = async (at: { id: string; step_id: string }) => (await acme.invoke(getEnrollmentStep, at)).data.state

  test('an approval completes the step, and keeps the name, the time, the address and the exact text and files', async () => {
    const { at, id, contact, step_id, robin } = await enrolled()
    const { data } = await contact.invoke(giveApproval, { ...read(step_id), name: 'Ingrid Halvorsen' })
    expect(data.completed_step_ids).toEqual([step_id])
    expect(await stateOf(at)).toBe('done')
    const { data: approvals } = await acme.invoke(listApprovals, { id })
    expect(approvals).toMatchObject([
      {
        decision: 'approved',
        person_name: 'Pia',
        signed_name: 'Ingrid Halvorsen',
        participant_id: null,
        address: '192.0.2.7',
        document_sha256: sha256,
        document: { title: 'Approve the scope', markdown: MARKDOWN, files: CONTENT.documents },
      },
    ])
    await contact.invoke(giveApproval, { ...read(step_id), name: 'Ingrid Halvorsen' })
    expect((await acme.invoke(listApprovals, { id })).data).toHaveLength(1)
    const events = (await eventsOf(instance, acme)).filter(({ data: { id: of } }) => of === id)
    expect(events.find(({ type }) => type === 'approval.given')).toMatchObject({
      data: { step: { id: step_id, type: 'approval' }, approval: { signed_name: 'Ingrid Halvorsen' } },
    })
    expect(JSON.stringify(events)).not.toContain('192.0.2.7')
    const as = await instance.handrail.asMember(acme.context.caller.workspace_id, robin)
    expect((await as.invoke(listInbox, {})).data).toMatchObject([{ kind: 'approved', step_id, actor_name: 'Pia' }])
  })

  test('asked for changes, the step waits for the team, which reads the note as a question about the step', async () => {
    const { at, id, contact, step_id } = await enrolled()
    const note = 'We need four dashboards'
    await contact.invoke(askForApprovalChanges, { ...read(step_id), note })
    await contact.invoke(askForApprovalChanges, { ...read(step_id), note })
    expect(await stateOf(at)).toBe('changes_requested')
    expect((await acme.invoke(listApprovals, { id })).data).toMatchObject([
      { decision: 'changes_requested', signed_name: '', note },
    ])
    const { data: messages } = await acme.invoke(listMessages, { id })
    expect(messages).toMatchObject([{ kind: 'question', step_id, body: note }])
    const { view } = (await contact.invoke(readOwnGuide, {})).data
    expect(view).toMatchObject({ approvals: [{ step_id, decision: 'changes_requested', note }] })
    await contact.invoke(giveApproval, { ...read(step_id), name: 'Pia' })
    expect(await stateOf(at)).toBe('done')
  })

  test('a text that was replaced since it was read cannot be approved', async () => {
    const { at, contact, step_id } = await enrolled()
    const stale = { step_id, document_sha256: 'b'.repeat(64) }
    await expect(contact.invoke(giveApproval, { ...stale, name: 'Pia' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The text has changed since this page was opened: read it again',
    })
    await expect(contact.invoke(askForApprovalChanges, { ...stale, note: 'No' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await stateOf(at)).toBe('open')
  })

  test('another version of the text asks again, and the former approval is kept', async () => {
    const { guide, at, id, contact, step_id } = await enrolled()
    await contact.invoke(giveApproval, { ...read(step_id), name: 'Pia' })
    const publish = async (markdown: string) => {
      const steps = [
        { id: step_id, title: 'Approve the scope', type: 'approval' as const, content: { ...CONTENT, markdown } },
        { id: guide.ids[1], title: 'Read' },
      ]
      await acme.invoke(updateGuide, { id: guide.id, sections: [{ title: 'All', steps }] })
      await acme.invoke(publishGuide, { id: guide.id })
      return moveToLatest(acme, guide.id)
    }
    // Another title of another step asks nobody.
    expect(await publish(MARKDOWN)).toMatchObject({ moved: 1, reopened: [] })
    expect(await stateOf(at)).toBe('done')
    expect(await publish('We build **4 dashboards**.')).toMatchObject({
      reopened: [{ step_id, title: 'Approve the scope', questions: [], enrollments: 1 }],
    })
    expect(await stateOf(at)).toBe('open')
    expect((await acme.invoke(listApprovals, { id })).data).toMatchObject([{ document: { markdown: MARKDOWN } }])
    await expect(contact.invoke(giveApproval, { ...read(step_id), name: 'Pia' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('only whoever has the role can approve, and no button completes the step', async () => {
    const finance = '11111111-1111-4111-8111-111111111111'
    const { data: draft } = await acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ id: finance, name: 'Finance' }],
      sections: [
        {
          title: 'All',
          steps: [{ title: 'Approve the scope', type: 'approval', content: CONTENT, responsible: finance }],
        },
      ],
    })
    const { data: guide } = await acme.invoke(publishGuide, { id: draft.id })
    const { id, access_token } = await enrollIn(acme, guide.id)
    const ingrid = await instance.handrail.asContact(access_token)
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    const add = async (email: string, role_id: string | null) => {
      const { data } = await acme.invoke(createParticipant, { id, email, first_name: 'Mo', role_id })
      return { id: data.id, as: await instance.handrail.asContact(data.access_token ?? '') }
    }
    const yuki = await add(`it-${id}@example.com`, null)
    const mo = await add(`finance-${id}@example.com`, finance)
    for (const other of [ingrid, yuki.as]) {
      await expect(other.invoke(giveApproval, { ...read(step_id), name: 'Pia' })).rejects.toMatchObject({
        errors: { step_id: ['is for somebody else to approve'] },
      })
      await expect(other.invoke(completeOwnStep, { step_id })).rejects.toMatchObject({ code: 'validation_error' })
    }
    await mo.as.invoke(giveApproval, { ...read(step_id), name: 'Mo Cole' })
    expect((await acme.invoke(listApprovals, { id })).data).toMatchObject([
      { participant_id: mo.id, person_name: 'Mo' },
    ])
  })

  test('bad input is refused, and a step that a member has completed was approved by nobody', async () => {
    const { at, id, contact, step_id, guide } = await enrolled()
    const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })
    const give = (given: object) => contact.invoke(giveApproval, { ...read(step_id), name: 'Pia', ...given })
    await expect(give({ name: ' ' })).rejects.toEqual(refused({ name: 'blank' }))
    await expect(give({ name: 'x'.repeat(201) })).rejects.toEqual(refused({ name: 'too_long' }))
    for (const name of ['\u200b\u200b', '\u202e', '\u3164'])
      await expect(give({ name })).rejects.toEqual(refused({ name: 'blank' }))
    for (const name of ['Pia\u200b', '\u202eaiP', 'Pia\nRoth'])
      await expect(give({ name })).rejects.toEqual(refused({ name: 'invalid' }))
    await expect(give({ step_id: guide.ids[1] })).rejects.toEqual(refused({ step_id: 'wrong_state' }))
    await expect(contact.invoke(askForApprovalChanges, { ...read(step_id), note: 'x'.repeat(5001) })).rejects.toEqual(
      refused({ note: 'too_long' }),
    )
    await acme.invoke(completeStep, at)
    expect(await stateOf(at)).toBe('done')
    expect((await acme.invoke(listApprovals, { id })).data).toEqual([])
    await expect(instance.other.invoke(listApprovals, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a guide refuses reviews and approvals that nobody could do', async () => {
    const { id: stranger } = await addMember(instance, `stranger-${engine}@example.com`, 'editor')
    const problemsOf = async (step: object) => {
      const steps = [{ title: 'Step', ...step }]
      const { data } = await acme.invoke(createGuide, { title: 'Guide', sections: [{ title: 'All', steps }] })
      return acme.invoke(publishGuide, { id: data.id })
    }
    const at = (field: string, code: string) => ({ codes: { [`sections.0.steps.0.${field}`]: code } })
    const approval = { type: 'approval', content: CONTENT }
    await expect(problemsOf({ ...approval, responsible: 'team' })).rejects.toMatchObject(
      at('responsible', 'wrong_state'),
    )
    await expect(problemsOf({ type: 'video', needs_review: true })).rejects.toMatchObject(
      at('needs_review', 'wrong_state'),
    )
    await expect(problemsOf({ reviewer_id: stranger })).rejects.toMatchObject(at('reviewer_id', 'wrong_state'))
    const form = { type: 'form', needs_review: true, content: { fields: [] } }
    await expect(problemsOf({ ...form, responsible: 'team' })).rejects.toMatchObject(at('needs_review', 'wrong_state'))
    await expect(problemsOf({ ...form, reviewer_id: crypto.randomUUID() })).rejects.toMatchObject(
      at('reviewer_id', 'does_not_exist'),
    )
    await expect(problemsOf({ type: 'approval' })).rejects.toMatchObject(at('content.markdown', 'invalid'))
    const elsewhere = { documents: [{ name: 'Scope', url: 'https://example.com/scope.pdf' }] }
    await expect(problemsOf({ ...approval, content: elsewhere })).rejects.toMatchObject({ code: 'validation_error' })
  })
})
