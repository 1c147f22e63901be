import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sendDailyMails } from '../src/emails/daily/send.ts'
import { createHandrail, operations } from '../src/index.ts'
import { ENGINES, type Engine, type Instance, openInstance, SECRET } from './instance.ts'
import { FROM } from './mail.ts'
import { startProgram } from './programs/start.ts'
import { anyMember, enrollIn, guideOf } from './team-guide.ts'

const { listEmails } = operations

const PROGRAM = fileURLToPath(new URL('./programs/daily-mailer.ts', import.meta.url))
const KILLS = Number(process.env.HANDRAIL_TEST_DAILY_KILLS ?? 2)
/** So many that each kill comes amid work: a process has time for some of them. */
const CONTACTS = 40 + 10 * KILLS
const MAIL = { url: 'smtp://127.0.0.1:9', from: FROM, send: false }
/** The Monday after the enrollments of Friday. */
const MORNING = '2026-11-23T08:00:00.000Z'

/** Contacts whose step is due, and a member whose steps are. */
async function withDue(engine: Engine): Promise<Instance> {
  const instance = await openInstance(engine, { mail: MAIL })
  const robin = await anyMember(instance)
  const due = { due: { days: 1, from: 'enrolled' } }
  const guide = await guideOf(
    instance.acme,
    { title: 'Theirs', ...due },
    { title: 'Ours', responsible: 'team', ...due },
  )
  for (let number = 0; number < CONTACTS; number++) await enrollIn(instance.acme, guide.id, robin)
  return instance
}

/** The recipients of the mail of the day, in order. */
async function mailed({ acme }: Instance): Promise<string[]> {
  const all: string[] = []
  for (const kind of ['daily_mail', 'digest'] as const)
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta }: Awaited<ReturnType<typeof page>> = await page(acme, kind, cursor)
      all.push(...data.map(({ recipient }) => recipient))
      cursor = meta.next_cursor ?? null
    }
  return all.toSorted()
}

function page(acme: Instance['acme'], kind: 'daily_mail' | 'digest', cursor: string) {
  return acme.invoke(listEmails, { kind, cursor, per_page: 100 })
}

test.each(ENGINES)(
  `on %s, after ${KILLS} kills each person has the one mail of the day, and the next look is stored`,
  async (engine) => {
    const instance = await withDue(engine)
    for (let kill = 0; kill < KILLS; kill++) {
      const running = start(engine, instance)
      await Promise.all(running.map(({ ready }) => ready))
      await sleep(10 + Math.random() * 100)
      for (const { child } of running) child.kill('SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
    }
    for (const { done } of start(engine, instance)) await done
    const recipients = await mailed(instance)
    expect(new Set(recipients).size).toBe(recipients.length)
    expect(recipients).toHaveLength(CONTACTS + 1)
    const left = await instance.handrail.database.read(({ db, tables }) =>
      db.select().from(tables.daily_mail_schedules),
    )
    expect(
      left.every(({ next_at, told }) => next_at === '2026-11-24T08:00:00.000Z' && Object.keys(told).length === 1),
    ).toBe(true)
    await instance.close()
  },
  120_000 + KILLS * 20_000,
)

test.each(ENGINES)('on %s, two that look at the same time send each mail once', async (engine) => {
  const instance = await withDue(engine)
  instance.clock.now = new Date(MORNING)
  const options = { database: instance.database, secret: SECRET, upkeep: false, webhooks: { deliver: false } }
  // One process serves an SQLite file: there, both are of one process.
  const other =
    engine === 'postgres' ? await createHandrail({ ...options, mail: MAIL, now: () => instance.clock.now }) : undefined
  const contexts = [instance.acme.context, (await other?.asSystem())?.context ?? instance.acme.context]
  await Promise.all(contexts.map((context) => sendDailyMails(context, MORNING)))
  const recipients = await mailed(instance)
  expect(recipients).toHaveLength(CONTACTS + 1)
  expect(new Set(recipients).size).toBe(CONTACTS + 1)
  await other?.close()
  await instance.close()
})

/** One process on SQLite, two on PostgreSQL. */
function start(engine: Engine, { database }: Instance) {
  return Array.from({ length: engine === 'sqlite' ? 1 : 2 }, () => startProgram(PROGRAM, database, SECRET, MORNING))
}
