import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { createHandrail, operations } from '../src/index.ts'
import { ENGINES, type Engine, openInstance, publishedGuide, SECRET } from './instance.ts'
import { enroll, FROM } from './mail.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'

const { listEmails } = operations

const PROGRAM = fileURLToPath(new URL('./programs/mail-sender.ts', import.meta.url))
/** Beyond every lease of a killed process. */
const AHEAD_MS = 60_000

async function startSender(database: string, server: MailServer, ahead = 0): Promise<ChildProcess> {
  const args = [database, SECRET, server.url, String(ahead)]
  const child = spawn(process.execPath, [...conditions('packages/core'), PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
  for (let i = 0; i < count; i++)
    recipients.push((await enroll(instance.acme, { guide_id, send_invitation: true })).contact.email)
  return { instance, recipients }
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
