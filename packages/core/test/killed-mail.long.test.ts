import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { createHandrail, operations } from '../src/index.ts'
import { ENGINES, type Engine, openInstance, publishedGuide, SECRET } from './instance.ts'
import { enroll, FROM } from './mail.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'

const { listEmails } = operations

const PROGRAM = fileURLToPath(new URL('./programs/mail-sender.ts', import.meta.url))
/** Beyond every lease of a killed process. */
const AHEAD_MS = 60_000
/** A few in every run of the tests; use 40 for thorough runs. */
const KILLS = Number(process.env.HANDRAIL_TEST_MAIL_KILLS ?? 4)
/** As many mails of a workspace are under way in all processes. */
const UNDER_WAY = 3
const BETWEEN_KILLS = 4 * UNDER_WAY

/** A process that a failed test has left would keep the run from ending. */
const started = new Set<ChildProcess>()
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

async function startSender(database: string, server: MailServer, ahead = 0): Promise<ChildProcess> {
  const args = [database, SECRET, server.url, String(ahead)]
  const child = spawn(process.execPath, [...conditions('packages/core'), PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child)
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A database with waiting mail and without a sender. */
async function withWaiting(engine: Engine, server: MailServer, count: number) {
  const instance = await openInstance(engine, {
    mail: { url: server.url, from: FROM, send: false },
    now: () => new Date(),
  })
  const { id: guide_id } = await publishedGuide(instance.acme)
  const recipients: string[] = []
  const add = async (more: number) => {
    for (let i = 0; i < more; i++)
      recipients.push((await enroll(instance.acme, { guide_id, send_invitation: true })).contact.email)
  }
  await add(count)
  return { instance, recipients, add }
}

const recipientsOf = (server: MailServer) => server.arrived.flatMap(({ recipients }) => recipients)

test.each(ENGINES)(
  'on %s, a mail whose process is killed between claim and outcome is sent at least once and at most twice',
  async (engine) => {
    const server = await startMailServer()
    const { instance, recipients } = await withWaiting(engine, server, 3)
    server.behaviour.message = 'hang'
    const first = await startSender(instance.database, server)
    await expect.poll(() => server.tried).toBe(3)
    await killed(first)
    server.behaviour = {}
    const second = await startSender(instance.database, server, AHEAD_MS)
    await expect.poll(() => new Set(recipientsOf(server)).size).toBe(3)
    const statuses = async () => (await instance.acme.invoke(listEmails, {})).data.map(({ status }) => status)
    await expect.poll(statuses).toEqual(['sent', 'sent', 'sent'])
    await killed(second)
    expect(recipientsOf(server).toSorted()).toEqual(recipients.toSorted())
    await instance.close()
    await server.close()
  },
  120_000,
)

test.each(ENGINES)(
  `on %s, ${KILLS} kills of senders lose no mail, and repeat only mail that was under way`,
  async (engine) => {
    const server = await startMailServer()
    const { instance, recipients, add } = await withWaiting(engine, server, 0)
    const processes = engine === 'sqlite' ? 1 : 3
    const running = await Promise.all(Array.from({ length: processes }, () => startSender(instance.database, server)))
    for (let kill = 0; kill < KILLS; kill++) {
      const before = server.tried
      await add(BETWEEN_KILLS)
      await expect.poll(() => server.tried, { timeout: 60_000, interval: 1 }).toBeGreaterThan(before)
      await sleep(Math.random() * 50)
      const which = kill % processes
      await killed(running[which] as ChildProcess)
      running[which] = await startSender(instance.database, server)
    }
    for (const child of running) await killed(child)
    const last = await startSender(instance.database, server, AHEAD_MS)
    const unsent = () =>
      instance.handrail.database.read(async ({ db, tables: { emails: t } }) =>
        (await db.select({ status: t.status }).from(t)).filter(({ status }) => status !== 'sent'),
      )
    await expect.poll(unsent, { timeout: 60_000 + KILLS * 1000 }).toEqual([])
    await killed(last)
    expect(new Set(recipientsOf(server))).toEqual(new Set(recipients))
    // The one at the end is a kill too.
    expect(server.arrived.length - recipients.length).toBeLessThanOrEqual((KILLS + 1) * UNDER_WAY)
    await instance.close()
    await server.close()
  },
  120_000 + KILLS * 15_000,
)

test('several processes on one PostgreSQL share the mail, and send none twice', async () => {
  const server = await startMailServer()
  const { instance, recipients } = await withWaiting('postgres', server, 40)
  const options = { database: instance.database, secret: SECRET, upkeep: false, webhooks: { deliver: false } }
  const mail = { url: server.url, from: FROM }
  const others = await Promise.all([1, 2, 3].map(() => createHandrail({ ...options, mail })))
  await expect.poll(() => server.arrived.length).toBe(40)
  const statuses = async () =>
    new Set((await instance.acme.invoke(listEmails, { per_page: 100 })).data.map(({ status }) => status))
  await expect.poll(statuses).toEqual(new Set(['sent']))
  expect(recipientsOf(server).toSorted()).toEqual(recipients.toSorted())
  await Promise.all(others.map((handrail) => handrail.close()))
  await instance.close()
  await server.close()
}, 90_000)
