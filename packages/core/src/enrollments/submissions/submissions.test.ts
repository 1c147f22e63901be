import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../test/instance.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'
import { type Bound, operations } from '../../index.ts'

const {
  completeOwnStep,
  completeStep,
  createParticipant,
  getEnrollment,
  getEnrollmentStep,
  listFiles,
  listInbox,
  listSubmissions,
  listWork,
  readOwnGuide,
  removeOwnFile,
  reviewSubmission,
  submitForm,
  updateEnrollment,
  updateEnrollmentStep,
  uploadFile,
} = operations

const FIELDS = [
  { name: 'who', label: 'Who looks after sign-in?', kind: 'text' as const, required: true },
  { name: 'size', label: 'How many people?', kind: 'number' as const },
]

describe.each(ENGINES)('reviews on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let guide: { id: string; ids: string[] }
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
    guide = await guideOf(
      acme,
      { title: 'Tell', type: 'form', content: { fields: FIELDS }, needs_review: true },
      { title: 'Send', type: 'file_upload', needs_review: true },
      { title: 'Read' },
    )
  })
  afterAll(() => instance.close())

  const [tell, send] = [() => guide.ids[0] ?? '', () => guide.ids[1] ?? '']
  async function enrolled() {
    const robin = await anyMember(instance)
    const enrollment = await enrollIn(acme, guide.id, robin)
    return {
      id: enrollment.id,
      contact: await instance.handrail.asContact(enrollment.access_token),
      robin: { id: robin, as: await instance.handrail.asMember(acme.context.caller.workspace_id, robin) },
    }
  }
  const answer = (contact: Bound, who: string) =>
    contact.invoke(submitForm, { step_id: tell(), answers: { who, size: 240 } })
  const upload = async (contact: Bound, name: string) => {
    const content = (async function* () {
      yield Buffer.from(`content of ${name}`)
    })()
    return (await contact.invoke(uploadFile, { step_id: send(), name, content })).data
  }
  const stateOf = async (id: string, step_id: string) =>
    (await acme.invoke(getEnrollmentStep, { id, step_id })).data.state
  const roundsOf = async (id: string, step_id: string) => (await acme.invoke(listSubmissions, { id, step_id })).data
  async function latest(id: string, step_id: string) {
    const [submission] = await roundsOf(id, step_id)
    if (!submission) throw new Error('Nothing was sent')
    return submission
  }
  async function review(by: Bound, id: string, step_id: string, given: object) {
    const { id: submission_id, revision } = await latest(id, step_id)
    return by.invoke(reviewSubmission, { id, submission_id, revision, decision: 'accept', ...given })
  }
  const eventsOn = async (id: string) =>
    (await eventsOf(instance, acme)).filter(({ data }) => data.id === id).map(({ type }) => type)

  test('a form that is sent waits for the assignee, and is done when accepted, by who sent it', async () => {
    const { id, contact, robin } = await enrolled()
    const { data: state } = await answer(contact, 'Charlotte')
    expect(state).toMatchObject({ completed_step_ids: [], submitted_step_ids: [tell()] })
    expect(state.progress.current_step_id).toBe(send())
    expect(await stateOf(id, tell())).toBe('submitted')
    expect(await latest(id, tell())).toMatchObject({
      round: 1,
      revision: 1,
      status: 'submitted',
      answers: { who: 'Charlotte', size: 240 },
      reviewer_id: robin.id,
      participant_id: null,
    })
    const { data: work, counts } = await robin.as.invoke(listWork, {})
    expect(work).toMatchObject([{ kind: 'review', enrollment_id: id, step: { id: tell(), title: 'Tell' } }])
    expect(counts).toMatchObject({ review: 1 })
    const { data: inbox } = await robin.as.invoke(listInbox, {})
    expect(inbox).toMatchObject([{ kind: 'submitted', enrollment_id: id, step_id: tell(), text: 'Tell' }])

    await review(robin.as, id, tell(), { note: 'Thank you' })
    expect(await stateOf(id, tell())).toBe('done')
    const { data: step } = await acme.invoke(getEnrollmentStep, { id, step_id: tell() })
    expect(step.completed_by).toBe('contact')
    expect(await latest(id, tell())).toMatchObject({
      status: 'accepted',
      note: 'Thank you',
      decided_by: `member ${robin.id}`,
    })
    expect((await robin.as.invoke(listWork, {})).data).toEqual([])
    expect(await eventsOn(id)).toEqual(
      expect.arrayContaining(['step.submitted', 'step.accepted', 'step.completed', 'enrollment.updated']),
    )
  })

  test('changes that are asked for are read by the contact, who sends it again in a second round', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'Charlotte')
    await review(robin.as, id, tell(), {
      decision: 'request_changes',
      note: 'Nearly there',
      notes: { who: 'And if she is away?' },
    })
    expect(await stateOf(id, tell())).toBe('changes_requested')
    const { view } = (await contact.invoke(readOwnGuide, {})).data
    expect(view).toMatchObject({
      submitted_step_ids: [],
      progress: { current_step_id: tell() },
      answers: { [tell()]: { who: 'Charlotte' } },
      reviews: [{ step_id: tell(), status: 'changes_requested', note: 'Nearly there' }],
    })
    expect(view?.reviews[0]?.notes).toEqual({ who: 'And if she is away?' })
    await answer(contact, 'Charlotte, else Oluwaseun')
    const rounds = await roundsOf(id, tell())
    expect(rounds.map(({ round, status, answers }) => [round, status, answers?.who])).toEqual([
      [2, 'submitted', 'Charlotte, else Oluwaseun'],
      [1, 'changes_requested', 'Charlotte'],
    ])
    await review(robin.as, id, tell(), {})
    expect(await stateOf(id, tell())).toBe('done')
    const { data } = await acme.invoke(getEnrollment, { id })
    expect(data.answers[tell()]).toMatchObject({ who: 'Charlotte, else Oluwaseun' })
  })

  test('sent again before a decision, it is the same round, and a review of the former one is refused', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    const seen = await latest(id, tell())
    await answer(contact, 'Two')
    expect(await roundsOf(id, tell())).toMatchObject([{ round: 1, revision: 2, answers: { who: 'Two' } }])
    const accept = { id, submission_id: seen.id, revision: seen.revision, decision: 'accept' as const }
    await expect(robin.as.invoke(reviewSubmission, accept)).rejects.toMatchObject({
      code: 'conflict',
      message: 'It was sent again since you opened it: review the new version',
    })
    await robin.as.invoke(reviewSubmission, { ...accept, revision: 2 })
    await expect(robin.as.invoke(reviewSubmission, { ...accept, revision: 2 })).rejects.toMatchObject({
      code: 'validation_error',
      codes: { decision: 'wrong_state' },
      message: expect.stringMatching(/has accepted it already$/),
    })
  })

  test('of two members who accept and refuse at once, one decides', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    const { id: submission_id, revision } = await latest(id, tell())
    const outcomes = await Promise.allSettled([
      robin.as.invoke(reviewSubmission, { id, submission_id, revision, decision: 'accept' }),
      acme.invoke(reviewSubmission, { id, submission_id, revision, decision: 'request_changes', note: 'No' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'validation_error', codes: { decision: 'wrong_state' } } })
    const isAccepted = (await latest(id, tell())).status === 'accepted'
    expect(await stateOf(id, tell())).toBe(isAccepted ? 'done' : 'changes_requested')
  })

  test('an accepted form can be changed by nobody until a member reopens it', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    await review(robin.as, id, tell(), {})
    await expect(answer(contact, 'Two')).rejects.toMatchObject({ codes: { step_id: 'wrong_state' } })
    await acme.invoke(updateEnrollmentStep, { id, step_id: tell(), done: false })
    expect(await stateOf(id, tell())).toBe('open')
    await answer(contact, 'Two')
    expect(await roundsOf(id, tell())).toMatchObject([{ round: 2, status: 'submitted' }, { round: 1 }])
  })

  test('files are kept as they were sent, also when their sender takes them back', async () => {
    const { id, contact, robin } = await enrolled()
    const [orders, customers] = [await upload(contact, 'orders.csv'), await upload(contact, 'customers.csv')]
    await contact.invoke(completeOwnStep, { step_id: send(), comment: 'Times are in UTC' })
    expect(await latest(id, send())).toMatchObject({ status: 'submitted', comment: 'Times are in UTC', answers: null })
    const notes = { [orders.id]: 'It stops at row 20,000' }
    await review(robin.as, id, send(), { decision: 'request_changes', notes })
    await contact.invoke(removeOwnFile, { id: orders.id })
    const again = await upload(contact, 'orders-all.csv')
    await contact.invoke(completeOwnStep, { step_id: send() })
    const [second, first] = await roundsOf(id, send())
    expect(second?.files.map(({ id }) => id)).toEqual([customers.id, again.id])
    expect(first?.files.map(({ id }) => id)).toEqual([orders.id, customers.id])
    expect(first?.files.every(({ download_url }) => download_url !== null)).toBe(true)
    expect((await acme.invoke(listFiles, { id })).data.map(({ id }) => id)).not.toContain(orders.id)
    const { view } = (await contact.invoke(readOwnGuide, {})).data
    expect(view?.files.map(({ id }) => id)).toEqual([customers.id, again.id])
    await review(robin.as, id, send(), {})
    await expect(contact.invoke(removeOwnFile, { id: again.id })).rejects.toMatchObject({
      codes: { step_id: 'wrong_state' },
    })
    await expect(upload(contact, 'late.csv')).rejects.toMatchObject({ codes: { step_id: 'wrong_state' } })
  })

  test('a file that was taken back before anybody decided is deleted when the rest is sent again', async () => {
    const { id, contact } = await enrolled()
    const [wrong] = [await upload(contact, 'private.csv'), await upload(contact, 'right.csv')]
    await contact.invoke(completeOwnStep, { step_id: send() })
    await contact.invoke(removeOwnFile, { id: wrong.id })
    expect((await latest(id, send())).files).toMatchObject([{ name: 'private.csv' }, { name: 'right.csv' }])
    await contact.invoke(completeOwnStep, { step_id: send() })
    expect((await latest(id, send())).files).toMatchObject([{ name: 'right.csv' }])
    await expect(contact.invoke(removeOwnFile, { id: wrong.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a member who completes the step accepts what was sent', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    await robin.as.invoke(completeStep, { id, step_id: tell() })
    expect(await latest(id, tell())).toMatchObject({ status: 'accepted', decided_by: `member ${robin.id}` })
    expect((await robin.as.invoke(listWork, {})).data).toEqual([])
  })

  test('it waits for another member after the assignee has changed, and for nobody while the step is skipped', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    const jonas = await anyMember(instance)
    await acme.invoke(updateEnrollment, { id, assignee_id: jonas })
    expect((await robin.as.invoke(listWork, {})).data).toEqual([])
    const work = async () => (await acme.invoke(listWork, { assignee_id: jonas })).data.map(({ kind }) => kind)
    expect(await work()).toEqual(['review'])
    await acme.invoke(updateEnrollmentStep, { id, step_id: tell(), skipped: true })
    expect(await work()).toEqual([])
    await acme.invoke(updateEnrollmentStep, { id, step_id: tell(), skipped: false })
    expect(await work()).toEqual(['review'])
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await work()).toEqual([])
  })

  test('bad reviews are refused in words that say what to do', async () => {
    const { id, contact, robin } = await enrolled()
    await answer(contact, 'One')
    const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })
    const change = (given: object) => review(robin.as, id, tell(), { decision: 'request_changes', ...given })
    await expect(change({})).rejects.toEqual(refused({ note: 'blank' }))
    await expect(change({ notes: { other: 'Which?' } })).rejects.toEqual(refused({ 'notes.other': 'does_not_exist' }))
    await expect(change({ note: 'x'.repeat(5001) })).rejects.toEqual(refused({ note: 'too_long' }))
    await expect(review(robin.as, id, tell(), { notes: { who: 'No' } })).rejects.toEqual(
      refused({ notes: 'wrong_state' }),
    )
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`field-${index}`, 'No']))
    await expect(change({ notes: many })).rejects.toMatchObject({ code: 'validation_error' })
    const other = await enrolled()
    const { id: submission_id } = await latest(id, tell())
    const elsewhere = { id: other.id, submission_id, revision: 1, decision: 'accept' as const }
    await expect(robin.as.invoke(reviewSubmission, elsewhere)).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.other.invoke(reviewSubmission, { ...elsewhere, id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(contact.invoke(reviewSubmission, { ...elsewhere, id })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await stateOf(id, tell())).toBe('submitted')
  })

  test('what a participant sent is theirs when it is accepted', async () => {
    const { id, robin } = await enrolled()
    const { data } = await acme.invoke(createParticipant, { id, email: `yuki-${id}@example.com`, first_name: 'Yuki' })
    const yuki = await instance.handrail.asContact(data.access_token ?? '')
    await answer(yuki, 'Yuki')
    expect(await latest(id, tell())).toMatchObject({ participant_id: data.id, participant_name: 'Yuki' })
    await review(robin.as, id, tell(), {})
    const { data: step } = await acme.invoke(getEnrollmentStep, { id, step_id: tell() })
    expect(step.completed_by).toBe(`participant ${data.id}`)
  })
})
