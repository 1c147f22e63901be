import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, publishedGuide } from '../../../test/instance.ts'
import { type Mailing, openMailing } from '../../../test/mail.ts'
import { wait } from '../../../test/people.ts'
import { type Bound, operations } from '../../index.ts'
import { addCalendarDays } from '../../working-calendar/working-days.ts'

const {
  completeOwnStep,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  deleteParticipant,
  getHeldUpStep,
  listEmails,
  passOn,
  publishGuide,
  sendParticipantReminder,
  sendReminder,
  submitForm,
  unsubscribe,
  updateEnrollment,
  updateEnrollmentStep,
  updateWorkspace,
} = operations

const IT = '019aa0f4-7c00-7000-8000-0000000000b1'

describe.each(ENGINES)('who holds up a plan, on %s', (engine) => {
  let instance: Mailing
  let acme: Bound
  let guide_id: string
  let steps: string[]
  let made = 0
  beforeAll(async () => {
    instance = await openMailing(engine)
    acme = instance.acme
    // It would take the one mail of a day from the reminders that are asked for.
    await acme.invoke(updateWorkspace, { sends_daily_mail: false })
    const fields = [{ name: 'who', label: 'Who?', kind: 'text' as const }]
    const { data } = await acme.invoke(createGuide, {
      title: 'Go live',
      roles: [{ id: IT, name: 'IT' }],
      sections: [
        {
          title: 'Connect',
          steps: [
            { title: 'Welcome' },
            { title: 'Create a user', responsible: IT },
            { title: 'Tell us who', type: 'form', responsible: IT, needs_review: true, content: { fields } },
            { title: 'Set it up', responsible: 'team' },
          ],
        },
        { title: 'Train', opens: 'by_team', steps: [{ title: 'Training', responsible: IT }] },
      ],
    })
    const published = (await acme.invoke(publishGuide, { id: data.id })).data
    guide_id = data.id
    steps = published.sections.flatMap((section) => section.steps.map(({ id }) => id))
  })
  afterAll(() => instance.close())
  beforeEach(() => {
    // Ten in the morning, days after the last test.
    const day = addCalendarDays('2026-11-23', 7 * made++)
    instance.clock.now = new Date(`${day}T10:00:00.000Z`)
  })

  const on = (days: number) => addCalendarDays(instance.clock.now.toISOString().slice(0, 10), days) ?? ''
  const person = (first_name: string) => ({ first_name, email: `${first_name.toLowerCase()}${made++}@example.com` })
  async function plan() {
    const { data: contact } = await acme.invoke(createContact, { ...person('Ingrid'), last_name: 'Halvorsen' })
    const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    const add = async (first_name: string, role_id: string | null = IT) =>
      (await acme.invoke(createParticipant, { id: data.id, ...person(first_name), role_id })).data
    return { ...data, add }
  }
  const heldUp = async (id: string) => {
    const { step, people } = (await acme.invoke(getHeldUpStep, { id })).data
    return [step?.title, step?.kind, people.map(({ name }) => name)]
  }
  const due = (id: string, at: number, due_on: string) =>
    acme.invoke(updateEnrollmentStep, { id, step_id: steps[at] ?? '', due_on })
  const done = (id: string, at: number) => acme.invoke(completeStep, { id, step_id: steps[at] ?? '' })
  const remind = (id: string, participant_id: string) => acme.invoke(sendParticipantReminder, { id, participant_id })
  const refused = (codes: object) => ({ code: 'validation_error', codes })
  const mailTo = async (email: string) =>
    (await acme.invoke(listEmails, {})).data.filter(({ recipient, kind }) => recipient === email && kind === 'reminder')

  test('is whoever has the step that is late, else due next, else the first one', async () => {
    const { id, add } = await plan()
    await add('Yuki')
    expect(await heldUp(id)).toEqual(['Welcome', 'step', ['Ingrid Halvorsen']])
    await due(id, 2, on(4))
    expect(await heldUp(id)).toEqual(['Tell us who', 'step', ['Yuki']])
    await due(id, 1, on(2))
    expect(await heldUp(id)).toEqual(['Create a user', 'step', ['Yuki']])
    await due(id, 0, on(1))
    expect(await heldUp(id)).toEqual(['Welcome', 'step', ['Ingrid Halvorsen']])
    // Two are late then, "Welcome" for a day longer.
    wait(instance, { days: 3 })
    expect(await heldUp(id)).toEqual(['Welcome', 'step', ['Ingrid Halvorsen']])
    await done(id, 0)
    expect(await heldUp(id)).toEqual(['Create a user', 'step', ['Yuki']])
  })

  test('are all who hold the role of the step, the one whom it was passed on to, and the primary contact for anybody’s', async () => {
    const { id, add } = await plan()
    expect((await acme.invoke(getHeldUpStep, { id })).data.people).toMatchObject([{ participant_id: null }])
    await done(id, 0)
    // Nobody has the role.
    expect(await heldUp(id)).toEqual(['Create a user', 'step', ['Ingrid Halvorsen']])
    const [yuki, ben] = [await add('Yuki'), await add('Ben')]
    const finn = await add('Finn', null)
    expect(await heldUp(id)).toEqual(['Create a user', 'step', ['Yuki', 'Ben']])
    const { people } = (await acme.invoke(getHeldUpStep, { id })).data
    expect(people.map(({ participant_id }) => participant_id)).toEqual([yuki.id, ben.id])
    const asBen = await instance.handrail.asContact(ben.access_token ?? '')
    await asBen.invoke(passOn, { step_id: steps[1] ?? '', participant_id: finn.id })
    expect(await heldUp(id)).toEqual(['Create a user', 'step', ['Finn']])
  })

  test('is nobody while what is next is the team’s: a step, a review, a section to open', async () => {
    const { id, add } = await plan()
    const yuki = await add('Yuki')
    await due(id, 3, on(1))
    wait(instance, { days: 3 })
    expect(await heldUp(id)).toEqual(['Set it up', 'step', []])
    await done(id, 3)
    for (const at of [0, 1]) await done(id, at)
    const asYuki = await instance.handrail.asContact(yuki.access_token ?? '')
    await asYuki.invoke(submitForm, { step_id: steps[2] ?? '', answers: { who: 'Yuki' } })
    expect(await heldUp(id)).toEqual(['Tell us who', 'review', []])
    await done(id, 2)
    expect(await heldUp(id)).toEqual(['Train', 'open_section', []])
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await heldUp(id)).toEqual([undefined, undefined, []])
    await expect(instance.other.invoke(getHeldUpStep, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a participant is reminded of the own step that is late, with its date and a link to it', async () => {
    const { id, add } = await plan()
    const yuki = await add('Yuki')
    await due(id, 2, on(0))
    wait(instance, { days: 2 })
    const { data } = await remind(id, yuki.id)
    expect(data).toMatchObject({ kind: 'reminder', recipient: yuki.email, contact_id: yuki.contact_id })
    await expect.poll(() => instance.server.arrived.map(({ recipients }) => recipients[0])).toContain(yuki.email)
    const mail = instance.server.arrived.find(({ recipients }) => recipients[0] === yuki.email)
    expect(mail?.subject).toBe('“Tell us who” is waiting for you: Go live')
    expect(mail?.text).toContain(`${yuki.url}/steps/${steps[2]}`)
    expect(mail?.text).toContain('2 days late')
    expect(mail?.text).toContain('Stop reminders')
  })

  test('a person gets one reminder a day, over all plans and as a primary contact too, also if two members ask at once', async () => {
    const [one, two] = [await plan(), await plan()]
    const yuki = await one.add('Yuki')
    const { data: again } = await acme.invoke(createParticipant, {
      id: two.id,
      contact_id: yuki.contact_id,
      role_id: IT,
    })
    const asked = await Promise.allSettled([
      remind(one.id, yuki.id),
      remind(one.id, yuki.id),
      remind(two.id, again.id),
      remind(two.id, again.id),
    ])
    const reasons = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(reasons).toMatchObject([1, 2, 3].map(() => refused({ base: 'taken' })))
    expect(reasons[0].errors).toEqual({ base: ['A contact gets at most one reminder a day'] })
    expect(await mailTo(yuki.email)).toHaveLength(1)
    const { data: own } = await acme.invoke(createEnrollment, { contact_id: yuki.contact_id, guide_id })
    await expect(acme.invoke(sendReminder, { id: own.id })).rejects.toMatchObject(refused({ base: 'taken' }))
    // Sent on the next day, it would be the mail of that day.
    await expect.poll(async () => (await mailTo(yuki.email)).map(({ status }) => status)).toEqual(['sent'])
    wait(instance, { days: 1, minutes: 1 })
    await acme.invoke(sendReminder, { id: own.id })
    await expect(remind(one.id, yuki.id)).rejects.toMatchObject(refused({ base: 'taken' }))
  })

  test('one reminder a day is the rule for contacts without plans too, who have no daily mail', async () => {
    const { id: plain } = await publishedGuide(acme)
    const { data: contact } = await acme.invoke(createContact, person('Ingrid'))
    const { data: shared } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: plain })
    const { data: ann } = await acme.invoke(createParticipant, { id: shared.id, ...person('Ann') })
    await remind(shared.id, ann.id)
    await expect(remind(shared.id, ann.id)).rejects.toMatchObject(refused({ base: 'taken' }))
    const { data: own } = await acme.invoke(createEnrollment, { contact_id: ann.contact_id, guide_id: plain })
    await expect(acme.invoke(sendReminder, { id: own.id })).rejects.toMatchObject(refused({ base: 'taken' }))
    wait(instance, { days: 1, minutes: 1 })
    await remind(shared.id, ann.id)
  })

  test('a reminder is refused to a former participant, after opting out, without an own step, and once the plan is closed', async () => {
    const { id, add } = await plan()
    const [yuki, finn, gone] = [await add('Yuki'), await add('Finn', null), await add('Gone')]
    await acme.invoke(deleteParticipant, { id, participant_id: gone.id })
    await expect(remind(id, gone.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.other.invoke(sendParticipantReminder, { id, participant_id: yuki.id })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
    await done(id, 0)
    // The others are for a role that Yuki has.
    await expect(remind(id, finn.id)).rejects.toMatchObject(refused({ base: 'wrong_state' }))
    for (const at of [1, 2]) await done(id, at)
    await expect(remind(id, yuki.id)).rejects.toMatchObject(refused({ base: 'wrong_state' }))
    const other = await plan()
    const zoe = await other.add('Zoe')
    await remind(other.id, zoe.id)
    await expect.poll(() => instance.server.arrived.some(({ recipients }) => recipients[0] === zoe.email)).toBe(true)
    const sent = instance.server.arrived.find(({ recipients }) => recipients[0] === zoe.email)
    const header = sent?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    const token = new URL(header?.slice(1, -1) ?? '').searchParams.get('token') ?? ''
    await instance.handrail.asVisitor('192.0.2.1').invoke(unsubscribe, { token })
    wait(instance, { days: 2 })
    await expect(remind(other.id, zoe.id)).rejects.toMatchObject(refused({ participant_id: 'wrong_state' }))
    await acme.invoke(updateEnrollment, { id: other.id, status: 'expired' })
    await expect(remind(other.id, zoe.id)).rejects.toMatchObject(refused({ status: 'wrong_state' }))
  })

  test('a reminder asked for in quiet hours is not sent in the morning to a participant who has gone on meanwhile', async () => {
    const { id, add } = await plan()
    const [yuki, zoe] = [await add('Yuki'), await add('Zoe')]
    wait(instance, { minutes: 12 * 60 })
    for (const { id: participant_id } of [yuki, zoe])
      expect((await remind(id, participant_id)).data.next_attempt_at).toBe(`${on(1)}T08:00:00.000Z`)
    wait(instance, { minutes: 1 })
    const asYuki = await instance.handrail.asContact(yuki.access_token ?? '')
    await asYuki.invoke(completeOwnStep, { step_id: steps[1] ?? '' })
    wait(instance, { minutes: 10 * 60 })
    await instance.handrail.upkeep()
    await expect.poll(async () => (await mailTo(zoe.email)).map(({ status }) => status)).toEqual(['sent'])
    await expect.poll(async () => (await mailTo(yuki.email)).map(({ status }) => status)).toEqual(['skipped'])
  })
})
