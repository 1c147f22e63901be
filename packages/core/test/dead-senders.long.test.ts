import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { operations } from '../src/index.ts'
import { ENGINES, type Instance, openInstance, SECRET } from './instance.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const PROGRAM = fileURLToPath(new URL('./programs/writer-and-sender.ts', import.meta.url))
/** With the unchanged clock, and without writing. */
const SENDS_ONLY = '0'

let instance: Instance
let receiver: Receiver
const senders: ChildProcess[] = []
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.kill('SIGKILL')
  await instance.close()
  await receiver.close()
})

function startSender(): ChildProcess {
  const { database, acme } = instance
  const args = [...conditions('packages/core'), PROGRAM, database, SECRET, acme.context.caller.workspace_id, SENDS_ONLY]
  const sender = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  senders.push(sender)
  return sender
}

test.each(ENGINES)(
  'deliveries under way in a killed process on %s are sent by the next one long before their lease ends',
  async (engine) => {
    let silent = true
    receiver = await startReceiver((response) => {
      if (!silent) response.writeHead(204).end()
    })
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', now: undefined })
    const { acme, handrail } = instance
    await acme.invoke(createWebhookEndpoint, { url: receiver.url(), events: ['organisation.created'] })
    await acme.invoke(createOrganisation, { name: 'Acme' })
    const killed = startSender()
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
    const leases = () =>
      handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
        (await db.select({ until: t.lease_until }).from(t)).map(({ until }) => until),
      )
    const [until] = await leases()
    killed.kill('SIGKILL')
    silent = false
    startSender()
    await expect.poll(() => receiver.received.length, { timeout: 35_000 }).toBe(2)
    const now = new Date().toISOString()
    expect(until && now < until).toBe(true)
    await expect.poll(leases, { timeout: 30_000 }).toEqual([null])
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  },
  120_000,
)
