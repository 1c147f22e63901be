import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { operations } from '../src/index.ts'
import { ENGINES, type Instance, openInstance, SECRET } from './instance.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const PROGRAM = fileURLToPath(new URL('./programs/writer-and-sender.ts', import.meta.url))
const AHEAD = fileURLToPath(new URL('./programs/clock-ahead.ts', import.meta.url))
/** With the unchanged clock, and without writing. */
const SENDS_ONLY = '0'
const EVENTS = 60

let instance: Instance
let receiver: Receiver
const senders: ChildProcess[] = []
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.kill('SIGKILL')
  await instance.close()
  await receiver.close()
})

/** @returns once it sends */
async function startSender(...flags: string[]): Promise<void> {
  const { database, acme } = instance
  const { workspace_id } = acme.context.caller
  const args = [...flags, ...conditions('packages/core'), PROGRAM, database, SECRET, workspace_id, SENDS_ONLY]
  const sender = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  senders.push(sender)
  if (sender.stdout) await once(sender.stdout, 'data')
}

async function write(): Promise<void> {
  const names = Array.from({ length: EVENTS }, (_, i) => `Organisation ${i}`)
  await Promise.all(names.map((name) => instance.acme.invoke(createOrganisation, { name })))
}

const settled = () =>
  expect
    .poll(
      () =>
        instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
          (await db.select({ status: t.status }).from(t)).every(({ status }) => status === 'succeeded'),
        ),
      { timeout: 60_000 },
    )
    .toBe(true)

test.each(ENGINES)(
  'a process on %s whose clock is a minute ahead sends nothing twice, and respects the concurrency of endpoints',
  async (engine) => {
    receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(204).end(), 20))
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', now: undefined })
    const endpoint = { url: receiver.url(), events: ['organisation.created'], max_concurrency: 3 }
    await instance.acme.invoke(createWebhookEndpoint, endpoint)
    await startSender()
    // One process at a time can open an SQLite file, so there the other one follows.
    if (engine === 'postgres') await startSender('--import', AHEAD)
    await write()
    await settled()
    if (engine === 'sqlite') {
      senders[0]?.kill('SIGKILL')
      await startSender('--import', AHEAD)
    }
    await write()
    await settled()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2 * EVENTS, 2 * EVENTS])
    expect(receiver.busiest.get('/')).toBeLessThanOrEqual(3)
  },
  180_000,
)
