import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { sendDailyMails } from '../src/emails/daily/send.ts'
import { remind } from '../src/emails/reminders/remind.ts'
import { messageOf } from '../src/emails/store.ts'
import { turnDates } from '../src/enrollments/plan/renewal/turn.ts'
import { operations } from '../src/index.ts'
import { createRandom } from '../src/sample/random.ts'
import { dayIn } from '../src/times.ts'
import { ENGINES, type Engine, type Instance, openInstance, SECRET } from './instance.ts'
import { FROM } from './mail.ts'
import { addMember } from './people.ts'
import { startProgram } from './programs/start.ts'

const {
  askQuestion,
  answerMessage,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  openOwnGuide,
  openSection,
  publishGuide,
  sendParticipantReminder,
  sendReminder,
  updateEnrollment,
  updateEnrollmentStep,
  updateGuide,
} = operations

/** All of it on SQLite; on PostgreSQL, where each step costs more, less, unless all of it is asked for. */
const IS_WHOLE = process.env.HANDRAIL_TEST_DAILY_MAILS === 'whole'
const PLANS: Record<Engine, number> = { sqlite: 200, postgres: IS_WHOLE ? 200 : 20 }
const DAYS: Record<Engine, number> = { sqlite: 60, postgres: IS_WHOLE ? 60 : 30 }
/** On each such day, a sender is killed while it looks at the first morning. */
const KILL_EACH = IS_WHOLE ? 10 : 20
const PROGRAM = fileURLToPath(new URL('./programs/daily-mailer.ts', import.meta.url))
const FIRST = Date.UTC(2026, 10, 23)
const HOUR = 3_600_000
/** Beside that of the workspace, on both sides of midnight, with and without summer time. */
const ZONES = [undefined, 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Auckland']
/** Shortly after eight in these, in UTC. */
const MORNINGS = [8.1, 16.1, 19.1, 23.1]
/** Of the contacts, one mail a day; invitations and answers go at once. */
const OF_DAY = ['daily_mail', 'week_ahead', 'reminder']

const due = (days: number, from = 'enrolled') => ({ due: { days, from } })

async function guides({ acme }: Instance): Promise<string[]> {
  const ids: string[] = []
  for (const days of [3, 8, 15]) {
    const { data } = await acme.invoke(createGuide, {
      title: `Guide ${days}`,
      sections: [
        {
          title: 'First',
          steps: [
            { title: 'Connect', ...due(days) },
            { title: 'Ours', responsible: 'team', ...due(days + 1) },
            { title: 'Secret', responsible: 'team', internal: true, ...due(days) },
          ],
        },
        { title: 'Second', opens: 'by_team', steps: [{ title: 'Train', ...due(4, 'opened') }, { title: 'Ask' }] },
      ],
    })
    await acme.invoke(publishGuide, { id: data.id })
    await acme.invoke(updateGuide, { id: data.id, stalled_after_days: 5, not_started_after_days: 4 })
    ids.push(data.id)
  }
  return ids
}

test.each(ENGINES)(
  'weeks of plans on %s: nobody gets more than one mail a day but what goes at once, and none says nothing',
  async (engine) => {
    const instance = await openInstance(engine, { mail: { url: 'smtp://127.0.0.1:9', from: FROM, send: false } })
    const { acme, clock, handrail } = instance
    clock.now = new Date(FIRST)
    const random = createRandom(7)
    const one = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
    const members = [
      (await addMember(instance, 'robin@example.com')).id,
      (await addMember(instance, 'kim@example.com')).id,
    ]
    const guide_ids = await guides(instance)
    const seconds: { id: string; participant_id: string }[] = []
    const plans: { id: string; access_token: string; contact_id: string; guide_id: string }[] = []
    for (let number = 0; number < PLANS[engine]; number++) {
      // Each third contact is in two plans.
      const first_name = `Contact ${number}`
      const known = number % 3 === 2 ? plans.at(-1) : undefined
      const contact_id =
        known?.contact_id ?? (await acme.invoke(createContact, { email: `c${number}@example.com`, first_name })).data.id
      const guide_id = guide_ids[(number + (known ? 1 : 0)) % guide_ids.length] ?? ''
      const given = {
        contact_id,
        guide_id: known && known.guide_id === guide_id ? one(guide_ids.filter((id) => id !== guide_id)) : guide_id,
      }
      const { data } = await acme.invoke(createEnrollment, { ...given, assignee_id: one(members) })
      plans.push({ ...data, contact_id, guide_id: given.guide_id })
      if (number % 4 === 0) {
        const second = { id: data.id, email: `p${number}@example.com`, first_name: 'Second' }
        seconds.push({ id: data.id, participant_id: (await acme.invoke(createParticipant, second)).data.id })
      }
    }
    for (const [index, { access_token }] of plans.entries()) {
      const time_zone = ZONES[index % ZONES.length]
      const person = await handrail.asContact(access_token)
      if (time_zone) await person.invoke(openOwnGuide, { time_zone })
    }

    const by_hand = { sent: 0, refused: 0 }
    for (let day = 0; day < DAYS[engine]; day++) {
      for (const hour of MORNINGS) {
        if (hour === MORNINGS[0] && day % KILL_EACH === 7)
          await killASender(instance, new Date(FIRST + day * 24 * HOUR + hour * HOUR))
        clock.now = new Date(FIRST + day * 24 * HOUR + hour * HOUR)
        await work(acme.context, clock.now.toISOString())
      }
      for (let acts = 0; acts < plans.length / 20; acts++) await act(instance, one(plans), random)
      // By hand, before or after the daily mail of the person.
      for (let asked = 0; asked < seconds.length / 10; asked++) by_hand[await isReminded(acme, one(seconds))]++
    }

    const { emails, contacts, zones } = await handrail.database.read(async ({ db, tables }) => ({
      emails: await db.select().from(tables.emails),
      contacts: await db.select().from(tables.contacts),
      zones: await db.select().from(tables.daily_mail_schedules),
    }))
    const zoneOf = new Map(zones.map(({ contact_id, time_zone }) => [contact_id, time_zone ?? 'UTC']))
    const days = emails
      .filter(({ kind }) => OF_DAY.includes(kind))
      .map(
        ({ contact_id, next_attempt_at }) =>
          `${contact_id} ${dayIn(zoneOf.get(contact_id ?? '') ?? 'UTC', next_attempt_at ?? '')}`,
      )
    expect(new Set(days).size).toBe(days.length)
    // Some were sent on days without a daily mail, and some refused because of one.
    for (const times of Object.values(by_hand)) expect(times).toBeGreaterThan(0)
    const digests = emails.filter(({ kind }) => kind === 'digest')
    const digestDays = digests.map(({ recipient, created_at }) => `${recipient} ${created_at.slice(0, 10)}`)
    expect(new Set(digestDays).size).toBe(digestDays.length)
    expect(digests.length).toBeGreaterThan((members.length * DAYS[engine]) / 6)

    const daily = emails.filter(({ kind }) => kind === 'daily_mail' || kind === 'week_ahead')
    expect(daily.length).toBeGreaterThan(plans.length * 3)
    for (const mail of [...daily, ...digests]) {
      const text = messageOf(acme.context.sealer, mail)?.text ?? ''
      // A step of the contact's, or an enrollment of the member's.
      expect(text).toMatch(mail.kind === 'digest' ? /\/enrollments\/\S+\?tab=/ : /\/g\/\S+\/steps\//)
      if (mail.kind !== 'digest') expect(text).not.toMatch(/Secret|Ours/)
      const zone = mail.kind === 'digest' ? 'UTC' : (zoneOf.get(mail.contact_id ?? '') ?? 'UTC')
      expect([0, 6]).not.toContain(new Date(dayIn(zone, mail.created_at)).getUTCDay())
    }
    // Every contact of a plan was told of something.
    const told = new Set(daily.map(({ contact_id }) => contact_id))
    expect(contacts.filter(({ id }) => !told.has(id)).length).toBeLessThan(contacts.length / 10)
    await instance.close()
  },
  IS_WHOLE ? 1_800_000 : 900_000,
)

/** The parts of the upkeep that concern plans and mail. */
async function work(context: Context, now: string): Promise<void> {
  await turnDates(context, now)
  await sendDailyMails(context, now)
  await remind(context, now)
}

/** Another process does the same, and is killed on the way. */
async function killASender({ database }: Instance, now: Date): Promise<void> {
  const { child, ready, ended } = startProgram(PROGRAM, database, SECRET, now.toISOString())
  await ready
  await sleep(10 + Math.random() * 200)
  child.kill('SIGKILL')
  await ended
}

/** A member reminds a participant, who may have had a mail on that day. */
async function isReminded({ invoke }: Instance['acme'], person: { id: string; participant_id: string }) {
  try {
    await invoke(sendParticipantReminder, person)
    return 'sent' as const
  } catch (error) {
    expect(error).toMatchObject({ status: 422 })
    return 'refused' as const
  }
}

/** Something that happens to a plan on a day. */
async function act({ acme, handrail }: Instance, plan: { id: string; access_token: string }, random: () => number) {
  const { data } = await acme.invoke(operations.getEnrollment, { id: plan.id })
  if (data.status !== 'invited' && data.status !== 'in_progress') return
  const { sections } = (await acme.invoke(operations.getGuide, { id: data.guide_id })).data
  const step_id = sections[0]?.steps[0]?.id ?? ''
  const acts = [
    () => acme.invoke(completeStep, { id: plan.id, step_id }),
    () => acme.invoke(openSection, { id: plan.id, section_id: sections[1]?.id ?? '' }),
    () => acme.invoke(updateEnrollmentStep, { id: plan.id, step_id, due_on: '2027-01-11' }),
    () => acme.invoke(sendReminder, { id: plan.id }),
    async () => (await handrail.asContact(plan.access_token)).invoke(askQuestion, { step_id, body: 'How?' }),
    () => acme.invoke(answerMessage, { id: plan.id, body: 'So.' }),
    () => acme.invoke(updateEnrollment, { id: plan.id, target_date: '2027-01-05' }),
  ]
  // What is not possible at the moment is refused.
  await acts[Math.floor(random() * acts.length)]?.().catch((error: { status?: number }) =>
    expect(error.status).toBe(422),
  )
}
