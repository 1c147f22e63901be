import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, publishedGuide } from '../../../test/instance.ts'
import { enroll, type Mailing, openMailing } from '../../../test/mail.ts'
import { wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  changeEnrollments,
  completeStep,
  createEnrollment,
  createGuide,
  deleteContact,
  getContact,
  getGuide,
  listEmails,
  openSection,
  publishGuide,
  resendEmail,
  sendReminder,
  unsubscribe,
  updateEnrollment,
  updateEnrollmentStep,
  updateGuide,
  updateWorkspace,
} = operations

describe.each(ENGINES)('reminders on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  const open = async (options?: Parameters<typeof openMailing>[1]) => {
    instance = await openMailing(engine, options)
    // Ten in the morning.
    instance.clock.now = new Date('2026-11-21T10:00:00.000Z')
  }
  const guideWith = async (settings: Record<string, number>, title?: string) => {
    const { id } = await publishedGuide(instance.acme, title)
    await instance.acme.invoke(updateGuide, { id, ...settings })
    return id
  }
  const upkeep = () => instance.handrail.upkeep()
  const subjects = () => instance.server.arrived.map(({ subject }) => subject)
  const arrived = (...expected: string[]) => expect.poll(subjects, { interval: 20 }).toEqual(expected)
  const outbox = async () => (await instance.acme.invoke(listEmails, {})).data
  /** Advances the clock by a day and runs the work that is due. */
  const day = async (minutes = 1) => {
    wait(instance, { days: 1, minutes })
    await upkeep()
    await expect.poll(async () => (await outbox()).filter(({ status }) => status === 'waiting')).toEqual([])
  }

  const NOT_STARTED = '“Getting started” is waiting for you'
  const STALLED = 'Continue “Getting started” where you left off'

  test('a contact who has not started is reminded once, after the days set in the guide', async () => {
    await open()
    const guide_id = await guideWith({ not_started_after_days: 2 })
    const { url } = await enroll(instance.acme, { guide_id })
    await day()
    expect(subjects()).toEqual([])
    await day()
    await arrived(NOT_STARTED)
    for (let days = 0; days < 10; days++) await day()
    expect(subjects()).toEqual([NOT_STARTED])
    const [mail] = instance.server.arrived
    expect(mail?.text).toContain(url)
    expect(mail?.headers).toEqual(
      expect.arrayContaining([
        { key: 'list-unsubscribe-post', originalKey: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      ]),
    )
  })

  test('a stalled contact is reminded, and again when stalled again', async () => {
    await open()
    const guide_id = await guideWith({ stalled_after_days: 1 })
    const { id } = await enroll(instance.acme, { guide_id })
    const { data: guide } = await instance.acme.invoke(getGuide, { id: guide_id })
    const [first, second] = guide.sections.flatMap(({ steps }) => steps.map((step) => step.id))
    await day()
    expect(subjects()).toEqual([])
    await instance.acme.invoke(completeStep, { id, step_id: first ?? '' })
    await day()
    await arrived(STALLED)
    expect(instance.server.arrived[0]?.text).toContain('You have done 1 of 3 steps.')
    await day()
    await day()
    expect(subjects()).toHaveLength(1)
    await instance.acme.invoke(completeStep, { id, step_id: second ?? '' })
    await day()
    await arrived(STALLED, STALLED)
    expect(instance.server.arrived[1]?.text).toContain('You have done 2 of 3 steps.')
    await instance.acme.invoke(updateEnrollment, { id, status: 'completed' })
    await day()
    expect(subjects()).toHaveLength(2)
  })

  test('a contact is not reminded while the steps that are left are in closed sections', async () => {
    await open()
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Getting started',
      stalled_after_days: 1,
      sections: [
        { title: 'One', steps: [{ title: 'Theirs' }] },
        { title: 'Two', opens: 'by_team', steps: [{ title: 'Later' }] },
      ],
    })
    const guide = (await instance.acme.invoke(publishGuide, { id: data.id })).data
    const { id } = await enroll(instance.acme, { guide_id: guide.id })
    await instance.acme.invoke(completeStep, { id, step_id: guide.sections[0]?.steps[0]?.id ?? '' })
    await day()
    await day()
    expect(subjects()).toEqual([])
    await instance.acme.invoke(openSection, { id, section_id: guide.sections[1]?.id ?? '' })
    // The daily mail, which tells that it opened, is the mail of that day.
    await day()
    await arrived('One thing for you: Getting started')
    await day()
    await arrived('One thing for you: Getting started', STALLED)
  })

  test('a contact is not reminded while the steps that are left are the team’s', async () => {
    await open()
    const steps = [{ title: 'Theirs' }, { title: 'Ours', responsible: 'team' }, { title: 'Theirs too' }]
    const sections = [{ title: 'All', steps }]
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Getting started',
      stalled_after_days: 1,
      sections,
    })
    const guide = (await instance.acme.invoke(publishGuide, { id: data.id })).data
    const [first = '', , third = ''] = guide.sections[0]?.steps.map((step) => step.id) ?? []
    const { id } = await enroll(instance.acme, { guide_id: guide.id })
    for (const step_id of [first, third]) await instance.acme.invoke(completeStep, { id, step_id })
    await day()
    await day()
    expect(subjects()).toEqual([])
    await instance.acme.invoke(updateEnrollmentStep, { id, step_id: third, done: false })
    await day()
    await arrived(STALLED)
  })

  test('a reminder is sent before the expiry, and another one after an extension', async () => {
    await open()
    const guide_id = await guideWith({ expiring_before_days: 2 })
    const { id } = await enroll(instance.acme, { guide_id, expires_at: '2026-11-26T10:00:00.000Z' })
    await day()
    await day()
    expect(subjects()).toEqual([])
    await day()
    await arrived('“Getting started” closes on November 26, 2026')
    await instance.acme.invoke(updateEnrollment, { id, expires_at: '2026-11-30T10:00:00.000Z' })
    for (let days = 0; days < 9; days++) await day()
    expect(subjects()).toEqual([
      '“Getting started” closes on November 26, 2026',
      '“Getting started” closes on November 30, 2026',
    ])
  })

  test('a contact gets at most one reminder a day over all guides', async () => {
    await open()
    const [one, two, three] = [
      await guideWith({ not_started_after_days: 1 }, 'One'),
      await guideWith({ not_started_after_days: 1 }, 'Two'),
      await guideWith({ not_started_after_days: 1 }, 'Three'),
    ]
    const { contact } = await enroll(instance.acme, { guide_id: one })
    for (const guide_id of [two, three])
      await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    await day()
    expect(subjects()).toHaveLength(1)
    wait(instance, { minutes: 120 })
    await upkeep()
    expect(await outbox()).toHaveLength(1)
    await day()
    await day()
    expect(subjects().toSorted()).toEqual(['One', 'Three', 'Two'].map((title) => `“${title}” is waiting for you`))
  })

  test('no reminder is sent during quiet hours of the time zone of the workspace', async () => {
    await open()
    await instance.acme.invoke(updateWorkspace, { time_zone: 'America/New_York' })
    const guide_id = await guideWith({ not_started_after_days: 1 })
    await enroll(instance.acme, { guide_id })
    // Five in the morning there.
    await day(0)
    expect(await outbox()).toEqual([])
    wait(instance, { minutes: 179 })
    await upkeep()
    expect(await outbox()).toEqual([])
    wait(instance, { minutes: 6 })
    await upkeep()
    await arrived(NOT_STARTED)
  })

  test('a reminder that a member asks for in quiet hours is sent in the morning, and says so', async () => {
    await open()
    await instance.acme.invoke(updateWorkspace, { time_zone: 'America/New_York' })
    const [one, two] = [await enroll(instance.acme, {}), await enroll(instance.acme, {})]
    const morning = '2026-11-21T13:00:00.000Z'
    expect((await instance.acme.invoke(sendReminder, { id: one.id })).data.next_attempt_at).toBe(morning)
    const change = { action: 'remind' } as const
    expect((await instance.acme.invoke(changeEnrollments, { ids: [two.id], change })).data.held_until).toBe(morning)
    await upkeep()
    expect(subjects()).toEqual([])
    wait(instance, { minutes: 181 })
    await upkeep()
    await arrived(NOT_STARTED, NOT_STARTED)
  })

  test('reminders delayed by an outage are checked again before they are sent', async () => {
    await open()
    const guide_id = await guideWith({ not_started_after_days: 1 })
    const people = []
    for (let i = 0; i < 3; i++) people.push(await enroll(instance.acme, { guide_id }))
    instance.server.behaviour.recipient = 451
    wait(instance, { days: 1 })
    await upkeep()
    await expect.poll(async () => (await outbox()).filter(({ error }) => error !== null).length).toBe(3)
    instance.server.behaviour = {}
    const [begun, gone, other] = people
    await instance.acme.invoke(updateEnrollment, { id: begun?.id ?? '', status: 'in_progress' })
    await instance.acme.invoke(deleteContact, { id: gone?.contact.id ?? '' })
    // Nine in the evening.
    wait(instance, { minutes: 11 * 60 })
    await expect
      .poll(async () => (await outbox()).find((mail) => mail.enrollment_id === other?.id)?.next_attempt_at)
      .toBe('2026-11-23T08:00:00.000Z')
    wait(instance, { minutes: 11 * 60 })
    await arrived(NOT_STARTED)
    expect(instance.server.arrived[0]?.recipients).toEqual([other?.contact.email])
    const skipped = (await outbox()).filter(({ status }) => status === 'skipped')
    expect(skipped.map(({ error }) => error).toSorted()).toEqual([
      'The contact was deleted',
      'The reminder is no longer needed',
    ])
  })

  test('after an outage, reminders of two days are not sent on one day', async () => {
    await open()
    const one = await guideWith({ not_started_after_days: 1 }, 'One')
    const two = await guideWith({ not_started_after_days: 2 }, 'Two')
    const { contact } = await enroll(instance.acme, { guide_id: one })
    await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: two })
    const tried = (...attempts: number[]) =>
      expect.poll(async () => (await outbox()).map((mail) => mail.error && mail.attempts)).toEqual(attempts)
    instance.server.behaviour.recipient = 451
    wait(instance, { days: 1, minutes: 1 })
    await upkeep()
    await tried(1)
    wait(instance, { days: 1 })
    await upkeep()
    await tried(1, 1)
    instance.server.behaviour = {}
    wait(instance, { minutes: 60 })
    await expect.poll(subjects).toHaveLength(1)
    // The other attempt waited until the first one ended.
    await expect.poll(async () => (await outbox()).map(({ status }) => status)).toContain('sent')
    wait(instance, { minutes: 6 })
    const later = async () => (await outbox()).find(({ status }) => status === 'waiting')?.next_attempt_at
    await expect.poll(later).toMatch(/^2026-11-24T11:/)
    wait(instance, { days: 1, minutes: 1 })
    await expect.poll(subjects).toHaveLength(2)
  })

  test('one-click unsubscribe stops reminders only', async () => {
    await open()
    const guide_id = await guideWith({ not_started_after_days: 1, stalled_after_days: 1 })
    const { contact, id } = await enroll(instance.acme, { guide_id, send_invitation: true })
    await expect.poll(() => instance.server.arrived.length).toBe(1)
    const header = instance.server.arrived[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    const token = new URL(header?.slice(1, -1) ?? '').searchParams.get('token') ?? ''
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    const { data } = await visitor.invoke(unsubscribe, { token })
    expect(data).toMatchObject({ email: contact.email, sender: 'Acme', unsubscribed_at: expect.any(String) })
    for (const wrong of ['', `${token}x`, token.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))])
      await expect(visitor.invoke(unsubscribe, { token: wrong })).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(getContact, { id: contact.id })).data.unsubscribed_at).not.toBeNull()
    await day()
    await day()
    expect(instance.server.arrived).toHaveLength(1)
    const [invitation] = await outbox()
    await instance.acme.invoke(resendEmail, { id: invitation?.id ?? '' })
    await expect.poll(() => instance.server.arrived.length).toBe(2)
    expect(id).toBe(invitation?.enrollment_id)
  })

  test('without a mail server, reminders are kept in the outbox, one a day', async () => {
    await open({ mail: undefined as never })
    const guide_id = await guideWith({ not_started_after_days: 1 })
    const { url } = await enroll(instance.acme, { guide_id })
    await day()
    await day()
    expect(await outbox()).toMatchObject([{ kind: 'reminder', status: 'kept' }])
    expect(url).toMatch(/\/g\//)
  })

  test('enabling reminders does not remind contacts of old enrollments', async () => {
    await open()
    const { id: guide_id } = await publishedGuide(instance.acme)
    await enroll(instance.acme, { guide_id })
    wait(instance, { days: 30 })
    await enroll(instance.acme, { guide_id })
    await instance.acme.invoke(updateGuide, { id: guide_id, not_started_after_days: 3 })
    for (let days = 0; days < 4; days++) await day()
    expect(subjects()).toEqual([NOT_STARTED])
  })
})
