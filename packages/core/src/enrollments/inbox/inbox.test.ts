import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { wait } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'
import { INBOX_DAYS } from './contract.ts'
import { forgetOldInboxItems } from './store.ts'

const SIZE = { name: 'size', label: 'Size', kind: 'text' as const }

const {
  answerMessage,
  askQuestion,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createInternalNote,
  getWorkspace,
  inviteParticipant,
  listInbox,
  listSubmissions,
  markInbox,
  markMessagesRead,
  publishGuide,
  removeMember,
  requestNewLink,
  reviewSubmission,
  submitForm,
  updateEnrollment,
} = operations

describe.each(ENGINES)('the inbox on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  async function member(role: 'viewer' | 'editor' = 'editor') {
    const { id } = await newMember(acme, role)
    return { id, as: await instance.handrail.asMember(acme.context.caller.workspace_id, id) }
  }
  async function enrolled(guide_id: string, assignee_id: string, bound = acme) {
    const { data } = await bound.invoke(createContact, { email: `i${++people}@example.com`, first_name: 'Ingrid' })
    const enrollment = (await bound.invoke(createEnrollment, { contact_id: data.id, guide_id, assignee_id })).data
    return { id: enrollment.id, contact: await instance.handrail.asContact(enrollment.access_token) }
  }
  /** A guide with a role, so that the workspace has plans. */
  async function plan() {
    const sections = [{ title: 'All', steps: [{ title: 'One' }] }]
    const { data } = await acme.invoke(createGuide, { title: 'Go live', roles: [{ name: 'IT' }], sections })
    await acme.invoke(publishGuide, { id: data.id })
    return { id: data.id, step: data.sections[0]?.steps[0]?.id ?? '' }
  }
  const kindsOf = async (bound: Bound, filters = {}) =>
    (await bound.invoke(listInbox, filters)).data.map(({ kind }) => kind)

  test('gets no item before the workspace has a plan', async () => {
    const { id: guide_id } = await publishedGuide(acme)
    const robin = await member()
    const { contact } = await enrolled(guide_id, robin.id)
    await contact.invoke(askQuestion, { body: 'Where?' })
    expect((await acme.invoke(getWorkspace, {})).data.uses_plans).toBe(false)
    expect(await kindsOf(robin.as)).toEqual([])
    await plan()
    expect((await acme.invoke(getWorkspace, {})).data.uses_plans).toBe(true)
    await contact.invoke(askQuestion, { body: 'Where now?' })
    expect(await kindsOf(robin.as)).toEqual(['question'])
  })

  test('has no question that its member has answered, and no submission that they have reviewed, as unread', async () => {
    const form = { title: 'One', type: 'form' as const, content: { fields: [SIZE] }, needs_review: true }
    const sections = [{ title: 'All', steps: [form] }]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Reviewed', roles: [{ name: 'IT' }], sections })
    await acme.invoke(publishGuide, { id: guide.id })
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    const [robin, jonas] = [await member(), await member()]
    const { id, contact } = await enrolled(guide.id, robin.id)
    const other = await enrolled(guide.id, robin.id)
    await other.contact.invoke(askQuestion, { body: 'And here?' })
    const unread = () => kindsOf(robin.as, { is_unread: true })

    await contact.invoke(submitForm, { step_id, answers: { size: '3' } })
    await contact.invoke(askQuestion, { body: 'Where is the key?' })
    await contact.invoke(askQuestion, { step_id, reason: 'no_access' })
    expect(await unread()).toEqual(['stuck', 'question', 'submitted', 'question'])
    // Read by person: what a colleague answers is still news.
    await jonas.as.invoke(answerMessage, { id, body: 'Under the mat.' })
    expect(await unread()).toEqual(['stuck', 'question', 'submitted', 'question'])
    await robin.as.invoke(answerMessage, { id, body: 'At the desk.' })
    expect(await unread()).toEqual(['submitted', 'question'])
    const [sent] = (await acme.invoke(listSubmissions, { id, step_id })).data
    const review = { id, submission_id: sent?.id ?? '', revision: sent?.revision ?? 0 }
    await robin.as.invoke(reviewSubmission, { ...review, decision: 'accept' })
    expect(await unread()).toEqual(['question'])
    await contact.invoke(askQuestion, { body: 'Which desk?' })
    await robin.as.invoke(markMessagesRead, { id })
    expect(await unread()).toEqual(['question'])
    await robin.as.invoke(answerMessage, { id: other.id, body: 'Here too.' })
    expect(await unread()).toEqual([])
    // A program has no inbox.
    await contact.invoke(askQuestion, { body: 'Thanks?' })
    await acme.invoke(answerMessage, { id, body: 'From a program.' })
    await acme.invoke(markMessagesRead, { id })
    expect(await unread()).toEqual(['question'])
  })

  test('has what contacts do for the assignee, newest first', async () => {
    const guide = await plan()
    const [robin, jonas] = [await member(), await member()]
    const { id, contact } = await enrolled(guide.id, robin.id)
    await contact.invoke(askQuestion, { body: 'Where is the key?' })
    await contact.invoke(askQuestion, { step_id: guide.step, reason: 'no_access' })
    await contact.invoke(inviteParticipant, { email: `c${++people}@example.com`, first_name: 'Yuki' })
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    await contact.invoke(requestNewLink, {})
    await acme.invoke(updateEnrollment, { id, status: 'in_progress' })
    await acme.invoke(completeStep, { id, step_id: guide.step })
    expect(await kindsOf(robin.as)).toEqual(['completed', 'link_request', 'participant_added', 'stuck', 'question'])
    const { data } = await robin.as.invoke(listInbox, {})
    expect(data[4]).toMatchObject({
      enrollment_id: id,
      actor_name: 'Ingrid',
      text: 'Where is the key?',
      contact_name: 'Ingrid',
      guide_title: 'Go live',
    })
    expect(data[2]).toMatchObject({ actor_name: 'Ingrid', text: 'Yuki' })
    expect(await kindsOf(jonas.as)).toEqual([])
    expect(await kindsOf(robin.as, { group: 'for_me' })).toEqual(['link_request', 'stuck', 'question'])
    expect(await kindsOf(robin.as, { group: 'team' })).toEqual([])
  })

  test('says once what turned late by time alone, and why as long as it is', async () => {
    const own = await member()
    const steps = [{ title: 'Send the list', due: { days: 2, from: 'enrolled' as const } }]
    const { data } = await acme.invoke(createGuide, { title: 'Dated', sections: [{ title: 'All', steps }] })
    await acme.invoke(publishGuide, { id: data.id })
    const step_id = data.sections[0]?.steps[0]?.id ?? ''
    const { id } = await enrolled(data.id, own.id)
    wait(instance, { days: 7 })
    await instance.handrail.upkeep()
    await instance.handrail.upkeep()
    const late = (await own.as.invoke(listInbox, {})).data.filter(({ kind }) => kind === 'turned_late')
    expect(late).toMatchObject([{ enrollment_id: id, step_id, health_reason: { code: 'step_late' } }])
    expect(await kindsOf(own.as, { group: 'for_me' })).toContain('turned_late')
    await acme.invoke(completeStep, { id, step_id })
    const [after] = (await own.as.invoke(listInbox, {})).data.filter(({ kind }) => kind === 'turned_late')
    expect([after?.health_reason, after?.read_at]).toEqual([null, expect.any(String)])
  })

  test('leaves out what its member did', async () => {
    const guide = await plan()
    const robin = await member()
    const { id } = await enrolled(guide.id, robin.id)
    await robin.as.invoke(completeStep, { id, step_id: guide.step })
    expect(await kindsOf(robin.as)).toEqual([])
  })

  test('is read by item, until a time or as a whole, by each member alone', async () => {
    const guide = await plan()
    const [robin, vera] = [await member(), await member('viewer')]
    const { id } = await enrolled(guide.id, robin.id)
    const mention = async (body: string) => {
      await acme.invoke(createInternalNote, { id, body, mentions: [robin.id, vera.id] })
      wait(instance, { minutes: 1 })
    }
    for (const body of ['One', 'Two', 'Three']) await mention(body)
    const unread = async (bound: Bound) => {
      const { data, meta } = await bound.invoke(listInbox, { is_unread: true })
      expect(meta.total).toBe(data.length)
      return data.map(({ text }) => text)
    }
    const [three, two] = (await robin.as.invoke(listInbox, {})).data
    await robin.as.invoke(markInbox, { ids: [three?.id ?? ''] })
    expect(await unread(robin.as)).toEqual(['Two', 'One'])
    await robin.as.invoke(markInbox, { until: two?.created_at ?? '' })
    expect(await unread(robin.as)).toEqual([])
    await robin.as.invoke(markInbox, { ids: [two?.id ?? ''], is_read: false })
    expect(await unread(robin.as)).toEqual(['Two'])
    await vera.as.invoke(markInbox, { ids: [two?.id ?? ''] })
    expect(await unread(vera.as)).toEqual(['Three', 'Two', 'One'])
    await vera.as.invoke(markInbox, { group: 'contacts' })
    expect(await unread(vera.as)).toEqual(['Three', 'Two', 'One'])
    await vera.as.invoke(markInbox, { group: 'team' })
    expect(await unread(vera.as)).toEqual([])
    expect(await unread(robin.as)).toEqual(['Two'])
  })

  test('belongs to a person: a program has none, and it ends with the membership', async () => {
    await expect(acme.invoke(listInbox, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(acme.invoke(markInbox, {})).rejects.toMatchObject({ code: 'forbidden' })
    const guide = await plan()
    const robin = await member()
    const { contact } = await enrolled(guide.id, robin.id)
    await contact.invoke(askQuestion, { body: 'Where?' })
    await acme.invoke(removeMember, { user_id: robin.id })
    const rows = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.inbox_items))
    expect(rows.filter(({ user_id }) => user_id === robin.id)).toEqual([])
  })

  test(`forgets items after ${INBOX_DAYS} days`, async () => {
    const guide = await plan()
    const robin = await member()
    const { contact } = await enrolled(guide.id, robin.id)
    await contact.invoke(askQuestion, { body: 'Old' })
    wait(instance, { days: INBOX_DAYS - 1 })
    await contact.invoke(askQuestion, { body: 'New' })
    wait(instance, { days: 2 })
    await forgetOldInboxItems(instance.handrail.database, instance.clock.now.toISOString())
    expect((await robin.as.invoke(listInbox, {})).data.map(({ text }) => text)).toEqual(['New'])
  })
})
