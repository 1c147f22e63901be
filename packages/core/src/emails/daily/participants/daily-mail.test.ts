import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/instance.ts'
import { type Mailing, openMailing } from '../../../../test/mail.ts'
import { operations } from '../../../index.ts'

const {
  answerMessage,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  deleteParticipant,
  getEmail,
  inviteParticipant,
  listEmails,
  openOwnGuide,
  openSection,
  publishGuide,
  sendReminder,
  setWorkingCalendar,
  unsubscribe,
  updateEnrollment,
  updateEnrollmentStep,
  updateGuide,
  updateWorkspace,
} = operations

type Sections = NonNullable<Parameters<typeof guideOf>[1]>

async function guideOf(
  instance: Mailing,
  sections: { title: string; opens?: 'by_team'; steps: object[] }[],
  more = {},
) {
  // The steps of tests have fields that are known to the schema.
  const given = { title: 'Go live', sections, ...more } as Parameters<typeof createGuide.run>[1]
  const { data } = await instance.acme.invoke(createGuide, given)
  return (await instance.acme.invoke(publishGuide, { id: data.id })).data
}

const due = (days: number) => ({ due: { days, from: 'enrolled' } })
let people = 0

describe.each(ENGINES)('the daily mail on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  /** Friday 20 November 2026, ten o'clock. */
  const open = async (options: Parameters<typeof openMailing>[1] = {}) => {
    instance = await openMailing(engine, options)
    instance.clock.now = new Date('2026-11-20T10:00:00.000Z')
  }
  const contact = async (fields: { first_name?: string; language?: 'de' } = {}) => {
    const email = `daily-${++people}@example.com`
    return (await instance.acme.invoke(createContact, { email, first_name: 'Yuki', ...fields })).data
  }
  const enrolled = async (sections: Sections, more: { contact_id?: string; guide?: object } = {}) => {
    const guide = await guideOf(instance, sections, more.guide)
    const contact_id = more.contact_id ?? (await contact()).id
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id, guide_id: guide.id })
    return { ...data, contact_id, steps: guide.sections.flatMap(({ steps }) => steps), guide }
  }
  /** The mails that arrive at a time. */
  const at = async (time: string) => {
    instance.clock.now = new Date(time)
    const before = instance.server.arrived.length
    await instance.handrail.upkeep()
    const waiting = async () => (await instance.acme.invoke(listEmails, { status: 'waiting' })).data.length
    await expect.poll(waiting, { interval: 10 }).toBe(0)
    return instance.server.arrived.slice(before)
  }
  const subjectsAt = async (time: string) => (await at(time)).map(({ subject }) => subject)

  test('a step is told two working days before, on its day, the working day after, and then each third one', async () => {
    await open()
    await enrolled([{ title: 'All', steps: [{ title: 'Connect', ...due(4) }] }])
    const told: string[] = []
    for (let day = 21; day < 45; day++) {
      const time = new Date(Date.UTC(2026, 10, day, 8, 1)).toISOString()
      for (const subject of await subjectsAt(time)) told.push(`${time.slice(5, 10)} ${subject}`)
    }
    // Due on Thursday 26 November.
    expect(told).toEqual([
      '11-23 One thing for you this week: Go live',
      '11-24 One thing for you: Go live',
      '11-26 One thing for you: Go live',
      '11-27 One thing for you is late: Go live',
      '12-02 One thing for you is late: Go live',
      '12-07 One thing for you is late: Go live',
      '12-10 One thing for you is late: Go live',
    ])
  })

  test('what waits for a review is not told, changes that a member asks for are, unless they were mailed at once', async () => {
    await open()
    const content = { fields: [{ name: 'who', label: 'Who?', kind: 'text' as const }] }
    const form = { title: 'Who may see what', type: 'form', content, needs_review: true, ...due(2) }
    const { id, access_token, steps } = await enrolled([{ title: 'All', steps: [form] }])
    const step_id = steps[0]?.id ?? ''
    const yuki = await instance.handrail.asContact(access_token)
    const send = (who: string) => yuki.invoke(operations.submitForm, { step_id, answers: { who } })
    const refuse = async (note: string, mail: 'now' | 'daily') => {
      const [sent] = (await instance.acme.invoke(operations.listSubmissions, { id })).data
      const { id: submission_id = '', revision = 1 } = sent ?? {}
      const decision = { decision: 'request_changes' as const, note, notes: { who: 'And who else?' }, mail }
      await instance.acme.invoke(operations.reviewSubmission, { id, submission_id, revision, ...decision })
    }
    await send('Charlotte')
    expect(await subjectsAt('2026-11-23T08:00:00.000Z')).toEqual([])
    await refuse('Nearly there', 'daily')
    const [mail] = await at('2026-11-24T08:00:00.000Z')
    expect(mail?.text).toContain('asks for changes:\nWho may see what')
    expect(mail?.text).toContain('> Nearly there\n> And who else?')
    await send('Charlotte and Mo')
    await refuse('One more', 'now')
    const [atOnce] = await at('2026-11-24T12:00:00.000Z')
    expect(atOnce?.subject).toMatch(/asks for a change: Who may see what$/)
    // What is to be changed, where, and by when.
    expect(atOnce?.text).toContain('> One more\n> Who?: And who else?')
    expect(atOnce?.text).toContain('\nDue today.\n')
    // It is late by now, and said to be so; the note came at once.
    const [late] = await at('2026-11-25T08:00:00.000Z')
    expect(late?.text).toContain('late:\nWho may see what')
    expect(late?.text).not.toContain('One more')
  })

  test('it lists late things first, in words of the reader’s language, and leads to the plan by one button', async () => {
    await open()
    await instance.acme.invoke(updateWorkspace, { default_language: 'de' })
    const { steps, url } = await enrolled([
      {
        title: 'All',
        steps: [
          { title: 'B', ...due(2), estimated_minutes: 5 },
          { title: 'A', ...due(1) },
        ],
      },
    ])
    const [mail] = await at('2026-11-24T08:00:00.000Z')
    expect(mail?.subject).toBe('2 Dinge für Sie, davon 1 zu spät: Go live')
    const text = mail?.text ?? ''
    expect(text).toContain('Guten Morgen Yuki, 2 Dinge warten auf Sie.')
    expect(text).toContain(`1 Tag zu spät:\nA\n${url}/steps/${steps[1]?.id}`)
    expect(text).toContain(`Heute fällig:\nB\nEtwa 5 Minuten\n${url}/steps/${steps[0]?.id}`)
    expect(text.indexOf('zu spät:')).toBeLessThan(text.indexOf('Heute fällig:'))
    expect(text).toContain(`Meine Schritte öffnen:\n${url}\n`)
    expect(text).toContain(`Termine in meinen Kalender übernehmen:\n${url}/dates\n`)
    expect(mail?.headers.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted']),
    )
  })

  test('a contact in several plans gets one mail, with a part for each', async () => {
    await open()
    const { contact_id, url } = await enrolled([{ title: 'All', steps: [{ title: 'One', ...due(1) }] }])
    const other = await enrolled([{ title: 'All', steps: [{ title: 'Two', ...due(1) }] }], {
      contact_id,
      guide: { title: 'Payroll' },
    })
    const mails = await at('2026-11-23T08:00:00.000Z')
    expect(mails.map(({ subject }) => subject)).toEqual(['2 things for you: Acme'])
    expect(mails[0]?.text).toContain('== Go live ==')
    expect(mails[0]?.text).toContain('== Payroll ==')
    expect(mails[0]?.text).toContain(`${url}/steps/`)
    expect(mails[0]?.text).toContain(`${other.url}/steps/`)
  })

  test('who was invited by a colleague is addressed as that one wrote, until it acts or has a plan of its own', async () => {
    await open()
    const known = await contact({ first_name: 'Secret' })
    const { access_token } = await enrolled([{ title: 'All', steps: [{ title: 'One', ...due(1) }] }])
    const inviter = await instance.handrail.asContact(access_token)
    await inviter.invoke(inviteParticipant, { email: known.email, first_name: 'Tom' })
    const own = async (time: string) => (await at(time)).filter(({ recipients }) => recipients.includes(known.email))
    const mails = await own('2026-11-23T08:00:00.000Z')
    expect(mails.map(({ text }) => text?.slice(0, 9)).sort()).toEqual(['Good morn', 'Hello Tom'])
    expect(JSON.stringify(mails)).toContain('Good morning Tom')
    expect(JSON.stringify(mails)).not.toContain('Secret')
    await enrolled([{ title: 'All', steps: [{ title: 'Two', ...due(3) }] }], { contact_id: known.id })
    const [later] = await own('2026-11-24T08:00:00.000Z')
    expect(later?.text).toContain('Good morning Secret')
  })

  test('each person gets what is the own: of the role, and of roles that nobody has for the primary contact', async () => {
    await open()
    const roles = [{ name: 'IT' }, { name: 'Finance' }]
    const { id, steps, guide } = await enrolled(
      [{ title: 'All', steps: ['For IT', 'For Finance', 'For anyone', 'Ours'].map((title) => ({ title, ...due(1) })) }],
      { guide: { roles } },
    )
    const ids = [guide.roles[0]?.id, guide.roles[1]?.id, 'anyone', 'team']
    await instance.acme.invoke(operations.changeGuideDraft, {
      id: guide.id,
      changes: steps.map((step, index) => ({
        action: 'set_step' as const,
        id: step.id,
        responsible: ids[index] ?? '',
      })),
    })
    await instance.acme.invoke(publishGuide, { id: guide.id })
    const { contact_id } = await instance.acme.invoke(operations.getEnrollment, { id }).then(({ data }) => data)
    await instance.acme.invoke(operations.deleteEnrollment, { id })
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id, guide_id: guide.id })
    const { data: it } = await instance.acme.invoke(createParticipant, {
      id: data.id,
      email: 'it@example.com',
      first_name: 'Ira',
      role_id: guide.roles[0]?.id,
    })
    const mails = await at('2026-11-23T08:00:00.000Z')
    const named = (mail: (typeof mails)[number] | undefined) =>
      ['For IT', 'For Finance', 'For anyone', 'Ours'].filter((title) => mail?.text?.includes(title))
    const [primary] = mails.filter(({ recipients }) => !recipients.includes('it@example.com'))
    const [second] = mails.filter(({ recipients }) => recipients.includes('it@example.com'))
    expect(named(primary)).toEqual(['For Finance', 'For anyone'])
    expect(named(second)).toEqual(['For IT', 'For anyone'])
    expect(second?.text).toContain(it.url)
    expect(second?.text).not.toContain(data.url)
    await instance.acme.invoke(deleteParticipant, { id: data.id, participant_id: it.id })
    expect((await at('2026-11-24T08:00:00.000Z')).flatMap(({ recipients }) => recipients)).not.toContain(
      'it@example.com',
    )
  })

  test('nobody is told of closed sections, and of one that opens once', async () => {
    await open()
    const { id, guide } = await enrolled([
      { title: 'First', steps: [{ title: 'Now' }] },
      { title: 'Second', opens: 'by_team', steps: [{ title: 'Later' }] },
    ])
    expect(await at('2026-11-23T08:00:00.000Z')).toEqual([])
    await instance.acme.invoke(openSection, { id, section_id: guide.sections[1]?.id ?? '' })
    const [mail] = await at('2026-11-24T08:00:00.000Z')
    expect(mail?.text).toContain('Now open: Second:\nLater')
    expect(await at('2026-11-25T08:00:00.000Z')).toEqual([])
  })

  test('an answer to a question of another person is told if nobody has seen it, and the asker gets it at once', async () => {
    await open()
    const { id, steps, url } = await enrolled([{ title: 'All', steps: [{ title: 'Connect', ...due(60) }] }])
    await instance.acme.invoke(createParticipant, { id, email: `asked-${++people}@example.com`, first_name: 'Ira' })
    const primary = await instance.handrail.asContact(url?.split('/g/')[1] ?? '')
    await primary.invoke(operations.askQuestion, { step_id: steps[0]?.id, body: 'Which port?' })
    await instance.acme.invoke(answerMessage, { id, body: 'Port 5432.' })
    const mails = await at('2026-11-23T08:00:00.000Z')
    expect(mails.map(({ subject, recipients }) => [subject, recipients[0]?.startsWith('asked-')])).toEqual([
      ['Acme has answered you: Go live', false],
      ['One thing for you: Go live', true],
    ])
    expect(mails[1]?.text).toContain('A question about this has an answer:\nConnect\n> Port 5432.')
  })

  test('a reminder is the mail of its day: neither comes on top of the other', async () => {
    await open()
    const { id, guide } = await enrolled([{ title: 'All', steps: [{ title: 'Connect', ...due(1) }] }])
    await instance.acme.invoke(updateGuide, { id: guide.id, not_started_after_days: 3 })
    expect(await subjectsAt('2026-11-23T11:00:00.000Z')).toEqual(['One thing for you: Go live'])
    await expect(instance.acme.invoke(sendReminder, { id })).rejects.toMatchObject({
      codes: { base: 'taken' },
      errors: {
        base: ['Another mail of that day tells this contact what is due: a contact gets at most one reminder a day'],
      },
    })
    instance.clock.now = new Date('2026-11-24T07:00:00.000Z')
    // In quiet hours: it is sent at eight.
    await instance.acme.invoke(sendReminder, { id })
    expect(await subjectsAt('2026-11-24T08:01:00.000Z')).toEqual(['“Go live” is waiting for you'])
    expect(await subjectsAt('2026-11-25T08:01:00.000Z')).toEqual(['One thing for you is late: Go live'])
  })

  test('it comes at eight in the time zone of the browser, on working days of the workspace alone', async () => {
    await open()
    await instance.acme.invoke(setWorkingCalendar, {
      working_days: [1, 2, 3, 4, 5],
      holidays: [{ date: '2026-11-24', name: '' }],
    })
    const { url } = await enrolled([
      {
        title: 'All',
        steps: [
          { title: 'A', ...due(1) },
          { title: 'B', ...due(2) },
        ],
      },
    ])
    const visitor = await instance.handrail.asContact(url?.split('/g/')[1] ?? '')
    await visitor.invoke(openOwnGuide, { time_zone: 'America/New_York' })
    expect(await at('2026-11-23T12:59:00.000Z')).toEqual([])
    expect(await at('2026-11-23T13:00:00.000Z')).toHaveLength(1)
    // A holiday.
    expect(await at('2026-11-24T13:00:00.000Z')).toEqual([])
    expect(await at('2026-11-25T12:59:00.000Z')).toEqual([])
    expect(await at('2026-11-25T13:00:00.000Z')).toHaveLength(1)
  })

  test('nobody gets it after unsubscribing, with the switch of the workspace off, or in a closed enrollment', async () => {
    await open()
    const some = [
      {
        title: 'All',
        steps: [
          { title: 'A', ...due(1) },
          { title: 'B', ...due(2) },
        ],
      },
    ]
    const first = await enrolled(some)
    await instance.acme.invoke(updateWorkspace, { sends_daily_mail: false })
    expect(await at('2026-11-23T08:00:00.000Z')).toEqual([])
    await instance.acme.invoke(updateWorkspace, { sends_daily_mail: true })
    const [mail] = await at('2026-11-24T08:00:00.000Z')
    const token = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
    await instance.handrail.asVisitor('192.0.2.1').invoke(unsubscribe, { token })
    expect(await at('2026-11-25T08:00:00.000Z')).toEqual([])
    const second = await enrolled(some)
    await instance.acme.invoke(updateEnrollment, { id: second.id, status: 'expired' })
    const third = await enrolled(some)
    await instance.acme.invoke(updateEnrollmentStep, { id: third.id, step_id: third.steps[0]?.id ?? '', skipped: true })
    expect(await at('2026-11-26T08:00:00.000Z')).toHaveLength(1)
    expect(first.contact_id).not.toBe(third.contact_id)
  })

  test('a mail that its day has passed for is not sent, and the next day says everything again', async () => {
    await open()
    await enrolled([{ title: 'All', steps: [{ title: 'Connect', ...due(2) }] }])
    instance.server.behaviour.message = 451
    instance.clock.now = new Date('2026-11-23T08:00:00.000Z')
    await instance.handrail.upkeep()
    const errors = async () => (await instance.acme.invoke(listEmails, {})).data.map(({ error }) => error)
    await expect.poll(errors).toEqual([expect.stringContaining('deferred')])
    instance.server.behaviour = {}
    expect(await subjectsAt('2026-11-24T08:30:00.000Z')).toEqual(['One thing for you: Go live'])
    const { data } = await instance.acme.invoke(listEmails, {})
    expect(data.map(({ status }) => status).toSorted()).toEqual(['sent', 'skipped'])
  })

  test.each([
    ['deferred until its day was over is told again', 'The mail server deferred the mail (451)', 1],
    ['rejected for good is not repeated each day', 'The mail server rejected the mail (550)', 0],
  ])('what a mail said that was %s', async (_, error, count) => {
    await open()
    await enrolled([{ title: 'All', steps: [{ title: 'Connect', ...due(3) }] }])
    await at('2026-11-23T08:00:00.000Z')
    await instance.handrail.database.write(async ({ db, tables }) => {
      await db.update(tables.emails).set({ status: 'failed', error })
    })
    // Nothing is new on the day between.
    expect(await at('2026-11-24T08:00:00.000Z')).toHaveLength(count)
  })

  test('a done step is not told, and without anything to say there is no mail and no row', async () => {
    await open()
    const { steps, url } = await enrolled([{ title: 'All', steps: [{ title: 'A', ...due(1) }, { title: 'B' }] }])
    const visitor = await instance.handrail.asContact(url?.split('/g/')[1] ?? '')
    await visitor.invoke(completeOwnStep, { step_id: steps[0]?.id ?? '' })
    expect(await at('2026-11-23T08:00:00.000Z')).toEqual([])
    await enrolled([{ title: 'All', steps: [{ title: 'Plain' }] }])
    const rows = await instance.handrail.database.read(({ db, tables }) =>
      db.select().from(tables.daily_mail_schedules),
    )
    expect(rows).toHaveLength(1)
  })

  test('it is in the outbox, without links for members who may not open them', async () => {
    await open()
    await enrolled([{ title: 'All', steps: [{ title: 'A', ...due(1) }] }])
    await at('2026-11-23T08:00:00.000Z')
    const [listed] = (await instance.acme.invoke(listEmails, { kind: 'daily_mail' })).data
    const { data } = await instance.acme.invoke(getEmail, { id: listed?.id ?? '' })
    expect(data.html).toContain('Due today')
  })
})
