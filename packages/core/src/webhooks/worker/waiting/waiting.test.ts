import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SUCCESS } from '../../../../test/data/attempts.ts'
import { addDeadEndpoints } from '../../../../test/data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { operations } from '../../../index.ts'
import type { Tx } from '../../../storage/database.ts'
import { deliveryQueue } from '../deliver.ts'
import type { Job } from '../jobs.ts'

const { createOrganisation, createWebhookEndpoint, enableWebhookEndpoint, pauseWebhookEndpoint } = operations

const LATER = '2099-01-01T00:00:00.000Z'
const HOUR_MS = 3_600_000
const URL = 'https://receiver.example.com/'

describe.each(ENGINES)('waiting deliveries on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    // Nothing is sent: the queue is only asked for its claims.
    instance = await openInstance(engine)
  })
  afterEach(() => instance.close())

  const queue = () => deliveryQueue(instance.acme.context, (error) => expect.unreachable(String(error)))
  const subscribe = async () =>
    (await instance.acme.invoke(createWebhookEndpoint, { url: URL, events: ['organisation.created'] })).data
  const change = (name = 'Acme') => instance.acme.invoke(createOrganisation, { name })
  const states = () =>
    instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
      (await db.select({ waiting_for: t.waiting_for }).from(t)).map(({ waiting_for }) => waiting_for),
    )
  const pass = (milliseconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + milliseconds)
  }

  /** The deliveries of a claim, and the number of rows read to find them. */
  async function claim(): Promise<{ jobs: readonly Job[]; rows: number }> {
    let rows = 0
    const jobs = await instance.handrail.database.write((tx) => {
      const counting = {
        ...tx.connection,
        async rows<T>(sql: string, values: readonly unknown[]): Promise<T[]> {
          const found = await tx.connection.rows<T>(sql, values)
          rows += found.length
          return found
        },
      }
      return queue().claim({ ...tx, connection: counting } satisfies Tx, { limit: 1024, slow: 1024 }, 'a worker')
    })
    return { jobs, rows }
  }

  test.each([
    ['wait for a later attempt', { status: 'enabled', open_until: null, next_attempt_at: LATER, waiting_for: 'time' }],
    ['are held back by their failures', { status: 'enabled', open_until: LATER }],
    ['are disabled', { status: 'disabled', open_until: null }],
  ] as const)('a claim reads as much beside ten endpoints that %s as beside a thousand', async (_, state) => {
    const read: number[] = []
    await subscribe()
    for (const count of [10, 1000]) {
      await addDeadEndpoints(instance, instance.other, { ...state, count, url: URL })
      // Deliveries that were ready when their endpoint was closed are put on hold in steps.
      for (let step = 0; step < 10; step++) await claim()
      await change()
      const { jobs, rows } = await claim()
      expect(jobs).toHaveLength(1)
      read.push(rows)
    }
    expect(read[1]).toBe(read[0])
  })

  test('due deliveries become ready in batches, and not before their time', async () => {
    const due = new Date(instance.clock.now.getTime() + HOUR_MS).toISOString()
    const waiting = { status: 'enabled', open_until: null, next_attempt_at: due, waiting_for: 'time' } as const
    await addDeadEndpoints(instance, instance.other, { ...waiting, count: 1200, url: URL })
    const ready = async () => (await states()).filter((waiting_for) => waiting_for === null).length
    expect(await queue().maintain?.()).toBe(false)
    expect(await ready()).toBe(0)
    pass(HOUR_MS)
    const steps: number[] = []
    for (let more: boolean | undefined = true; more; ) {
      more = await queue().maintain?.()
      steps.push(await ready())
    }
    expect(steps).toEqual([500, 1000, 1200])
  })

  test('due deliveries of a disabled endpoint wait until it is enabled', async () => {
    const { id } = await subscribe()
    await change()
    await instance.handrail.database.write(({ db, time, tables: { webhook_deliveries: t } }) =>
      db.update(t).set({ waiting_for: 'time', next_attempt_at: time }),
    )
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    await queue().maintain?.()
    expect(await states()).toEqual(['endpoint'])
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    await queue().maintain?.()
    expect(await states()).toEqual([null])
    expect((await claim()).jobs).toHaveLength(1)
  })

  test('a failing endpoint is probed with its oldest delivery, or the next one, and then gets the rest', async () => {
    const { id } = await subscribe()
    for (const name of ['first', 'second', 'third']) await change(name)
    const { database } = instance.handrail
    const set = (changes: { open_until: string | null; release_at: string }) =>
      database.write(({ db, tables: { webhook_endpoints: t } }) => db.update(t).set(changes).where(eq(t.id, id)))
    const open_until = new Date(instance.clock.now.getTime() + 30_000).toISOString()
    await set({ open_until, release_at: open_until })
    expect((await claim()).jobs).toEqual([])
    expect(await states()).toEqual(['endpoint', 'endpoint', 'endpoint'])
    pass(30_000)
    await queue().maintain?.()
    const { jobs } = await claim()
    expect(jobs.map(({ message }) => JSON.parse(message.body).data.name)).toEqual(['first'])
    // The delivery was deleted, and with it the probe.
    await database.write(({ db, tables: { webhook_deliveries: t } }) =>
      db.delete(t).where(eq(t.id, jobs[0]?.delivery.id ?? '')),
    )
    await queue().maintain?.()
    expect((await claim()).jobs).toEqual([])
    pass(60_000)
    await queue().maintain?.()
    const again = (await claim()).jobs
    expect(again.map(({ message }) => JSON.parse(message.body).data.name)).toEqual(['second'])
    const [probe] = again
    if (!probe) return expect.unreachable('there is a probe')
    await database.write((tx) => queue().recordOutcomes(tx, [{ job: probe, attempt: SUCCESS }]))
    await queue().maintain?.()
    expect((await claim()).jobs).toHaveLength(1)
  })
})
