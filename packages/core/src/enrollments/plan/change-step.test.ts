import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../test/instance.ts'
import { wait } from '../../../test/people.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'
import { operations } from '../../index.ts'

const {
  completeOwnStep,
  completeStep,
  getEnrollment,
  getEnrollmentStep,
  getEnrollmentSteps,
  listAuditEntries,
  openOwnGuide,
  readOwnGuide,
  removeMember,
  submitForm,
  updateEnrollment,
  updateEnrollmentStep,
} = operations

const FORM = { fields: [{ name: 'city', label: 'City', kind: 'text' as const, required: true }] }

describe.each(ENGINES)('a step of an enrollment on %s', (engine) => {
  let instance: Instance
  let guide: { id: string; ids: string[] }
  beforeAll(async () => {
    instance = await openInstance(engine)
    guide = await guideOf(
      instance.acme,
      { title: 'Tell', type: 'form', content: FORM },
      { title: 'Connect', responsible: 'team' },
      { title: 'Check', responsible: 'team', internal: true },
      { title: 'Test' },
    )
  })
  afterAll(() => instance.close())

  const at = (index: number) => guide.ids[index] ?? ''
  async function enrolled(assignee_id?: string) {
    const { id, access_token } = await enrollIn(instance.acme, guide.id, assignee_id)
    const contact = await instance.handrail.asContact(access_token)
    const change = async (index: number, changes: object) =>
      (await instance.acme.invoke(updateEnrollmentStep, { id, step_id: at(index), ...changes })).data
    const detail = async () => (await instance.acme.invoke(getEnrollment, { id })).data
    const states = async () =>
      (await instance.acme.invoke(getEnrollmentSteps, { id })).data.steps.map(({ state }) => state)
    const seen = async () => (await contact.invoke(readOwnGuide, {})).data.view
    const send = () => contact.invoke(submitForm, { step_id: at(0), answers: { city: 'Oslo' } })
    return { id, contact, change, detail, states, seen, send }
  }
  const eventsAbout = async (id: string) => {
    const all = await eventsOf(instance, instance.acme)
    return all.filter(({ data }) => data.id === id).map(({ type }) => type)
  }

  test('of the team is done by a member, which neither starts nor ends the way of the contact', async () => {
    const { id, contact, detail, seen, send } = await enrolled()
    await instance.acme.invoke(completeStep, { id, step_id: at(1) })
    expect(await detail()).toMatchObject({
      status: 'invited',
      started_at: null,
      progress: { completed_steps: 1, total_steps: 3 },
    })
    expect(await eventsAbout(id)).toEqual(['enrollment.created', 'step.completed', 'enrollment.updated'])
    await contact.invoke(openOwnGuide, {})
    await send()
    expect(await seen()).toMatchObject({
      progress: { current_step_id: at(3) },
      completed_step_ids: expect.arrayContaining([at(1), at(0)]),
    })
    await contact.invoke(completeOwnStep, { step_id: at(3) })
    expect((await detail()).status).toBe('completed')
  })

  test('of the team completes the enrollment if it is the last counted one, also before its contact has started', async () => {
    const alone = await guideOf(
      instance.acme,
      { title: 'Ours', responsible: 'team' },
      { title: 'If you like', required: false },
    )
    const { id } = await enrollIn(instance.acme, alone.id)
    await instance.acme.invoke(completeStep, { id, step_id: alone.ids[0] ?? '' })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.status).toBe('completed')
    expect(await eventsAbout(id)).toEqual([
      'enrollment.created',
      'step.completed',
      'section.completed',
      'enrollment.completed',
    ])
  })

  test('of the team is not done by a contact in any way, and the refusal says who does it', async () => {
    const { contact } = await enrolled()
    const refused = { errors: { step_id: ['is done by Acme'] } }
    await expect(contact.invoke(completeOwnStep, { step_id: at(1) })).rejects.toMatchObject(refused)
    await expect(contact.invoke(submitForm, { step_id: at(1), answers: {} })).rejects.toMatchObject(refused)
    await expect(contact.invoke(operations.saveDraft, { step_id: at(1), answers: {} })).rejects.toMatchObject(refused)
    await expect(contact.invoke(operations.tickItem, { step_id: at(1), item: 0, ticked: true })).rejects.toMatchObject(
      refused,
    )
    await expect(contact.invoke(operations.passOn, { step_id: at(1), participant_id: at(0) })).rejects.toMatchObject({
      code: 'validation_error',
    })
    await contact.invoke(operations.askQuestion, { step_id: at(1), body: 'When?' })
  })

  test('that is internal has a count of its own, and does not wake a quiet enrollment', async () => {
    const { id, detail, change, send } = await enrolled()
    await send()
    const { last_activity_at } = await detail()
    wait(instance, { days: 1 })
    expect(await change(2, { done: true })).toMatchObject({
      state: 'done',
      internal: true,
      completed_by: expect.any(String),
    })
    expect(await detail()).toMatchObject({ last_activity_at, progress: { completed_steps: 1, total_steps: 3 } })
    const { internal, steps } = (await instance.acme.invoke(getEnrollmentSteps, { id })).data
    expect(internal).toEqual({ completed_steps: 1, total_steps: 1 })
    expect(steps.map(({ internal: is }) => is)).toEqual([false, false, true, false])
  })

  test('that is skipped counts as done, and is not skipped any more once it is done or taken up again', async () => {
    const { change, detail, states, send } = await enrolled()
    const skipped = await change(0, { skipped: true })
    expect(skipped).toMatchObject({ state: 'skipped', skipped_at: expect.any(String), skipped_by: expect.any(String) })
    expect(await detail()).toMatchObject({ progress_percentage: 33.3, status: 'invited', completed_step_ids: [] })
    expect((await change(0, { skipped: false })).state).toBe('open')
    expect((await detail()).progress_percentage).toBe(0)
    await change(0, { skipped: true })
    await send()
    expect(await states()).toEqual(['done', 'open', 'open', 'open'])
    await expect(change(0, { skipped: true })).rejects.toMatchObject({
      errors: { skipped: [expect.stringContaining('done')] },
    })
    await expect(change(0, { skipped: true, done: true })).rejects.toMatchObject({ codes: { skipped: 'not_together' } })
  })

  test('that is the last one left completes the enrollment when it is skipped, and then stays so', async () => {
    const { id, change, detail, send } = await enrolled()
    await send()
    await change(1, { done: true })
    await change(3, { skipped: true })
    expect(await detail()).toMatchObject({ status: 'completed', progress_percentage: 100 })
    const final = (field: string) => ({ errors: { [field]: [expect.stringContaining('completed')] } })
    await expect(change(3, { skipped: false })).rejects.toMatchObject(final('skipped'))
    await expect(change(1, { done: false })).rejects.toMatchObject(final('done'))
    expect((await change(2, { done: true })).state).toBe('done')
    expect((await change(2, { done: false })).state).toBe('open')
    expect((await eventsAbout(id)).filter((type) => type === 'enrollment.completed')).toHaveLength(1)
  })

  test('that a member completes is in the audit log, once and not if the contact does it', async () => {
    const { id, contact, change } = await enrolled()
    const completed = async () => {
      const { data } = await instance.acme.invoke(listAuditEntries, { action: 'step.completed' })
      return data.filter(({ subject_id }) => subject_id === id).map(({ details }) => details.step)
    }
    await contact.invoke(completeOwnStep, { step_id: at(3) })
    expect(await completed()).toEqual([])
    for (let round = 0; round < 2; round++) {
      await instance.acme.invoke(completeStep, { id, step_id: at(0) })
      await change(1, { done: true })
    }
    expect(await completed()).toEqual(['Connect', 'Tell'])
  })

  test('that is reopened keeps its answers, and who did it in the audit log', async () => {
    const { id, change, detail, states, send, seen } = await enrolled()
    await send()
    expect((await change(0, { done: false })).state).toBe('open')
    expect(await states()).toEqual(['open', 'open', 'open', 'open'])
    expect(await detail()).toMatchObject({
      progress_percentage: 0,
      status: 'in_progress',
      answers: { [at(0)]: { city: 'Oslo' } },
    })
    expect((await seen())?.progress.current_step_id).toBe(at(0))
    const [entry] = (await instance.acme.invoke(listAuditEntries, {})).data
    expect(entry).toMatchObject({
      action: 'step.reopened',
      subject_id: id,
      details: { step: 'Tell', done_by: 'Contact' },
    })
    const events = await eventsAbout(id)
    await change(0, { done: false, assignee_id: undefined })
    expect(await eventsAbout(id)).toEqual(events)
  })

  test('of the team is given to a member for one enrollment, until the member leaves', async () => {
    const [robin, jonas] = [await anyMember(instance), await anyMember(instance)]
    const { id, change, seen } = await enrolled(robin)
    expect(await change(1, { assignee_id: jonas })).toMatchObject({ assignee_id: jonas, assignee_is_manual: true })
    const name = (await change(1, {})).assignee_name
    expect((await seen())?.plan).toEqual([{ step_id: at(1), assignee_name: name, due_on: null, is_skipped: false }])
    await expect(change(0, { assignee_id: jonas })).rejects.toMatchObject({ codes: { assignee_id: 'wrong_state' } })
    await expect(change(1, { assignee_id: id })).rejects.toMatchObject({ codes: { assignee_id: 'does_not_exist' } })
    expect(await change(1, { assignee_id: null })).toMatchObject({ assignee_id: robin, assignee_is_manual: false })
    await change(1, { assignee_id: jonas })
    await instance.acme.invoke(updateEnrollment, { id, assignee_id: null })
    expect((await change(1, {})).assignee_id).toBe(jonas)
    await instance.acme.invoke(removeMember, { user_id: jonas })
    expect(await change(1, {})).toMatchObject({ assignee_id: null, assignee_name: null, assignee_is_manual: false })
  })

  test('of an expired enrollment is neither done nor skipped, but can be given to somebody', async () => {
    const robin = await anyMember(instance)
    const { id, change } = await enrolled()
    await instance.acme.invoke(updateEnrollment, { id, status: 'expired' })
    for (const changes of [{ done: true }, { skipped: true }])
      await expect(change(1, changes)).rejects.toMatchObject({ codes: { status: 'wrong_state' } })
    expect((await change(1, { assignee_id: robin })).assignee_id).toBe(robin)
  })

  test('that does not exist, or is in another workspace, is not found', async () => {
    const { id, change } = await enrolled()
    const missing = { code: 'not_found' }
    await expect(instance.acme.invoke(getEnrollmentStep, { id, step_id: id })).rejects.toMatchObject(missing)
    await expect(instance.other.invoke(updateEnrollmentStep, { id, step_id: at(1), done: true })).rejects.toMatchObject(
      missing,
    )
    expect((await change(1, {})).state).toBe('open')
  })
})
