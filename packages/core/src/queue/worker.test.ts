import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { startReceiver } from '../../../../test/receiver.ts'
import { addDeadEndpoints } from '../../test/data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { AppError } from '../errors.ts'
import { operations } from '../index.ts'
import { deliveryQueue } from '../webhooks/worker/deliver.ts'
import { bringForward, type Forwarded } from './leases.ts'
import { type Queue, startWorker } from './worker.ts'

const { createOrganisation, createWebhookEndpoint } = operations

/** Never has due items. */
const idleQueue: Queue<string, string> = {
  channel: { name: 'deliveries' },
  pollMs: 1,
  limit: 1000,
  table: (tables) => tables.webhook_deliveries,
  idOf: (job) => job,
  claim: async () => [],
  send: async (job) => job,
  recordOutcomes: async () => undefined,
  isLasting: () => false,
}

let instance: Instance
afterEach(() => instance.close())

test('a worker whose first statement fails starts once the database is available', async () => {
  instance = await openInstance('sqlite', { webhooks: { deliver: false } })
  const { database } = instance.handrail
  let locked = true
  const told: unknown[] = []
  let claims = 0
  const queue: Queue<string, string> = {
    ...idleQueue,
    limit: 1,
    claim: async () => {
      claims++
      return []
    },
  }
  const failing: typeof database = {
    ...database,
    write: (work, options) =>
      locked ? Promise.reject(new AppError('unavailable', 'The database is locked')) : database.write(work, options),
  }
  const worker = startWorker(queue, { database: failing, onError: (error) => told.push(error) })
  await expect.poll(() => told).toMatchObject([{ message: 'The database is locked' }])
  expect(claims).toBe(0)
  const silent = worker.sinceRun()
  await expect.poll(() => worker.sinceRun()).toBeGreaterThan(silent)
  locked = false
  await expect.poll(() => claims).toBeGreaterThan(1)
  await expect.poll(() => worker.sinceRun()).toBeLessThan(silent)
  await worker.stop()
})

test('outcomes are recorded in batches, with claims between them', async () => {
  instance = await openInstance('sqlite', { webhooks: { deliver: false } })
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const happened: string[] = []
  const queue: Queue<string, string> = {
    ...idleQueue,
    async claim(_tx, { limit, slow }) {
      happened.push(`takes up to ${limit}, ${slow} slow`)
      return happened.length === 1 ? Array.from({ length: 350 }, (_, i) => `job ${i}`) : []
    },
    async recordOutcomes(_tx, ended) {
      if (ended.length > 0) happened.push(`writes ${ended.length}`)
      passed += 1000
    },
  }
  const worker = startWorker(queue, {
    database: instance.handrail.database,
    onError: (error) => expect.unreachable(String(error)),
  })
  await expect.poll(() => happened).toContain('writes 30')
  await worker.stop()
  clock.mockRestore()
  expect(happened.slice(0, 5)).toEqual([
    'takes up to 384, 384 slow',
    'writes 64',
    'takes up to 128, 34 slow',
    'writes 64',
    'takes up to 128, 98 slow',
  ])
})

test('a worker that stops records all outcomes, each after what it changes was locked in the same transaction', async () => {
  instance = await openInstance('sqlite', { webhooks: { deliver: false } })
  const jobs = Array.from({ length: 1100 }, (_, i) => `job ${i}`)
  const answered = Promise.withResolvers<void>()
  const locked: number[] = []
  const recorded: string[] = []
  let free = new Set<string>()
  const left = [...jobs]
  const queue: Queue<string, string> = {
    ...idleQueue,
    limit: 1536,
    claim: async (_tx, { limit }) => left.splice(0, limit),
    async send(job) {
      await answered.promise
      return job
    },
    async lockAffected(_tx, ended) {
      if (ended.length > 0) locked.push(ended.length)
      free = new Set(ended)
    },
    async recordOutcomes(_tx, ended) {
      expect(ended.filter((job) => !free.has(job))).toEqual([])
      recorded.push(...ended)
    },
  }
  const worker = startWorker(queue, {
    database: instance.handrail.database,
    onError: (error) => expect.unreachable(String(error)),
  })
  await expect.poll(() => left).toEqual([])
  const stopped = worker.stop()
  answered.resolve()
  await stopped
  expect(locked).toEqual([512, 512, 76])
  expect(recorded.toSorted()).toEqual(jobs.toSorted())
})

test.each(ENGINES)(
  'a service on %s that sends nothing for a minute is not ready until it sends again',
  async (engine) => {
    const told: unknown[] = []
    instance = await openInstance(engine, { webhooks: { deliver: true }, onError: (error) => told.push(error) })
    const { handrail } = instance
    const run = (sql: string) => handrail.database.write(async ({ connection }) => void (await connection.run(sql, [])))
    const ready = () =>
      handrail.ping().then(
        () => 'ready',
        (error) => error.message,
      )
    const now = performance.now.bind(performance)
    let ahead = 90_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
    // A running worker would need far less.
    await expect.poll(ready).toBe('ready')
    await run('alter table webhook_deliveries rename to out_of_reach')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    ahead += 90_000
    expect(await ready()).toMatch(/^Nothing was sent for 9\d seconds\. See the log for the reason$/)
    await run('alter table out_of_reach rename to webhook_deliveries')
    await expect.poll(ready).toBe('ready')
    clock.mockRestore()
  },
)

test('a stalled worker does not send deliveries that other workers have claimed meanwhile', async () => {
  const receiver = await startReceiver()
  instance = await openInstance('postgres', { publicUrl: 'http://localhost:3000', now: undefined })
  const { acme, handrail } = instance
  const { database } = handrail
  await acme.invoke(createWebhookEndpoint, { url: receiver.url(), events: ['organisation.created'] })
  for (const name of ['lost', 'kept']) await acme.invoke(createOrganisation, { name })
  const rows = () => database.read(async ({ db, tables: { webhook_deliveries: t } }) => db.select().from(t))
  const [lost] = (await rows()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const others = crypto.randomUUID()
  const lease_until = new Date(Date.now() + 40_000).toISOString()
  let hasStalled = false
  const stalling: typeof database = {
    ...database,
    async write(work, options) {
      const done = await database.write(work, options)
      if (hasStalled || (await rows()).every((row) => row.lease_until === null)) return done
      hasStalled = true
      // As a worker claims after a missing heartbeat, when the first process wakes up.
      await database.write(({ db, tables: { webhook_deliveries: t } }) =>
        db
          .update(t)
          .set({ leased_by: others, lease_until })
          .where(eq(t.id, lost?.id ?? '')),
      )
      vi.setSystemTime(Date.now() + 60_000)
      return done
    },
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const queue = deliveryQueue(acme.context, (error) => expect.unreachable(String(error)))
  const worker = startWorker(queue, { database: stalling, onError: (error) => expect.unreachable(String(error)) })
  await expect.poll(async () => (await rows()).map(({ status }) => status).toSorted()).toEqual(['pending', 'succeeded'])
  await worker.stop()
  vi.useRealTimers()
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.name)).toEqual(['kept'])
  expect((await rows()).find(({ id }) => id === lost?.id)).toMatchObject({
    leased_by: others,
    lease_until,
    attempts: 1,
  })
  await receiver.close()
})

test.each(ENGINES)(
  'deliveries scheduled on %s before the clock was set back are rescheduled in batches',
  async (engine) => {
    instance = await openInstance(engine)
    const { acme, handrail, clock } = instance
    const at = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
    const url = 'https://receiver.example.com/'
    const state = { url, status: 'enabled' as const, open_until: null, waiting_for: 'time' as const }
    await addDeadEndpoints(instance, acme, { ...state, count: 5, next_attempt_at: at(2) })
    clock.now = new Date(clock.now.getTime() + 24 * 3_600_000)
    await addDeadEndpoints(instance, acme, { ...state, count: 1100, next_attempt_at: at(2) })
    clock.now = new Date(clock.now.getTime() - 24 * 3_600_000)
    let steps = 0
    for (let after: Forwarded | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const last = after
      after = await handrail.database.write((tx) => bringForward(tx, tx.tables.webhook_deliveries, last))
      steps++
    }
    const times = await handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
      (await db.select({ next: t.next_attempt_at }).from(t)).map(({ next }) => next),
    )
    expect(times.filter((next) => next === clock.now.toISOString())).toHaveLength(1100)
    expect(times.filter((next) => next === at(2))).toHaveLength(5)
    expect(steps).toBe(3)
  },
)
