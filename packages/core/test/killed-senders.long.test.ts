import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isNotNull, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { operations } from '../src/index.ts'
import { GIVEN_UP } from '../src/queue/leases.ts'
import { ENGINES, type Engine, type Instance, openInstance, SECRET } from './instance.ts'

const { createWebhookEndpoint, resendWebhookDelivery } = operations

const PROGRAM = fileURLToPath(new URL('./programs/writer-and-sender.ts', import.meta.url))
const KILLS = Number(process.env.HANDRAIL_TEST_SENDER_KILLS ?? 4)
/** Few get their deliveries with the change, and many after its commit. */
const FEW = ['/a', '/b', '/c']
const MANY = [...FEW, '/d', '/e', '/f', '/g']
/** Beyond every lease of a killed process. */
const AHEAD_MS = 60_000
const SETTLED = { waiting: [], deliveries: [] }

/** A process that a failed test has left would keep the run from ending. */
const started = new Set<ChildProcess>()
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

interface Running {
  child: ChildProcess
  ready: Promise<void>
  /** Resolves once a write was acknowledged. */
  wrote: Promise<void>
}

test.each(ENGINES.flatMap((engine) => [FEW, MANY].map((paths) => ({ engine, paths, endpoints: paths.length }))))(
  `on $engine with $endpoints endpoints, ${KILLS} kills lose no event, invent none, and never exceed the concurrency of an endpoint`,
  async ({ engine, paths }) => {
    const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 5))
    const instance = await openInstance(engine, { publicUrl: 'http://localhost:3000' })
    for (const path of paths)
      await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(path), events: ['organisation.created'] })
    const acknowledged = new Set<string>()
    const start = starter(instance, acknowledged)

    await killing(engine, start, receiver)
    const last = start(AHEAD_MS)
    await last.ready
    // Between two kills more is written than sent.
    const rest = async () => {
      const found = await unsettled(instance)
      await resendGivenUp(instance, found)
      return found
    }
    await expect.poll(rest, { timeout: 60_000 + KILLS * 5000, interval: 200 }).toEqual(SETTLED)
    last.child.kill('SIGKILL')

    const events = await eventsOf(instance)
    const happened = new Set(events.map(({ id }) => id))
    for (const path of paths) {
      const arrived = new Set(
        receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id']),
      )
      expect(arrived).toEqual(happened)
      expect(receiver.busiest.get(path)).toBeLessThanOrEqual(8)
    }
    const told = new Set(events.map(({ data }) => JSON.parse(data).id))
    expect([...acknowledged].filter((id) => !told.has(id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(KILLS)
    await instance.close()
    await receiver.close()
  },
  120_000 + KILLS * 20_000,
)

function starter({ database, acme }: Instance, acknowledged: Set<string>) {
  return (ahead?: number): Running => {
    const args = [database, SECRET, acme.context.caller.workspace_id, ...(ahead === undefined ? [] : [String(ahead)])]
    const child = spawn(process.execPath, [...conditions('packages/core'), PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.add(child)
    const ready = Promise.withResolvers<void>()
    const wrote = Promise.withResolvers<void>()
    child.once('exit', () => {
      for (const { reject } of [ready, wrote]) reject(new Error('It ended too early'))
    })
    let rest = ''
    child.stdout.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line === 'ready') ready.resolve()
        else {
          acknowledged.add(line)
          wrote.resolve()
        }
    })
    for (const { promise } of [ready, wrote]) promise.catch(() => undefined)
    return { child, ready: ready.promise, wrote: wrote.promise }
  }
}

/** One process on SQLite, killed and restarted; three on PostgreSQL, of which one at a time is killed. */
async function killing(engine: Engine, start: () => Running, { received }: Receiver): Promise<void> {
  const running = Array.from({ length: engine === 'sqlite' ? 1 : 3 }, () => start())
  for (let kill = 0; kill < KILLS; kill++) {
    const which = kill % running.length
    // Each kill comes amid deliveries, and so long after the one before that some were sent.
    const before = received.length
    await running[which]?.wrote
    await expect.poll(() => received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
    await sleep(Math.random() * 200)
    const { child } = running[which] as Running
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    running[which] = start()
  }
  for (const { child, ready } of running) {
    await ready
    child.kill('SIGKILL')
  }
}

type Unsettled = Awaited<ReturnType<typeof unsettled>>

/** The kills find the same delivery under way so often, at times, that it is given up, which says how to send it. */
async function resendGivenUp({ acme }: Instance, { deliveries }: Unsettled): Promise<void> {
  for (const { id, endpoint_id, status, error, losses } of deliveries)
    if (status === 'failed') {
      expect({ error, losses }).toEqual({ error: GIVEN_UP, losses: 5 })
      await acme.invoke(resendWebhookDelivery, { id: endpoint_id, delivery_id: id })
    }
}

/** With what tells why. */
async function unsettled({ handrail }: Instance) {
  return handrail.database.read(async ({ db, tables: { webhook_deliveries: t, events } }) => {
    const { id, endpoint_id, status, waiting_for, losses, attempts, next_attempt_at, lease_until, error } = t
    const columns = { id, endpoint_id, status, waiting_for, losses, attempts, next_attempt_at, lease_until, error }
    const deliveries = await db.select(columns).from(t).where(ne(t.status, 'succeeded')).limit(5)
    const { fan_out_after } = events
    const waiting = await db.select({ fan_out_after }).from(events).where(isNotNull(fan_out_after)).limit(5)
    return { waiting, deliveries }
  })
}

async function eventsOf({ handrail }: Instance) {
  const rows = await handrail.database.read(async ({ db, tables: { events } }) => db.select().from(events))
  return rows.filter(({ type }) => type === 'organisation.created')
}
