import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { operations } from '../../../index.ts'
import type { Tx } from '../../../storage/database.ts'
import { later } from '../../../times.ts'
import { deliveryQueue } from '../deliver.ts'
import { claimIsolated } from './isolated.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const ROOM = { limit: 384, slow: 384 }
const PLANNED = { planned: 'anew' } as const

describe.each(ENGINES)('a delivery that is sent alone on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    instance = await openInstance(engine)
  })
  afterEach(() => instance.close())

  /** An endpoint with as many deliveries, of which some must be sent alone. */
  async function endpointWith(count: number, limits: { max_concurrency?: number; max_per_second?: number }, some = 1) {
    const { acme, handrail } = instance
    const endpoint = { url: 'https://receiver.example.com/', events: ['organisation.created'], ...limits }
    const { id } = (await acme.invoke(createWebhookEndpoint, endpoint)).data
    for (let number = 0; number < count; number++) await acme.invoke(createOrganisation, { name: `number ${number}` })
    await handrail.database.write(async ({ db, tables: { webhook_deliveries: t } }) => {
      const found = await db.select({ id: t.id }).from(t).where(eq(t.endpoint_id, id)).limit(some)
      const ids = found.map((delivery) => delivery.id)
      await db.update(t).set({ waiting_for: 'alone', losses: 2 }).where(inArray(t.id, ids))
    })
    return id
  }

  const alone = (tx: Tx) => claimIsolated(tx, { lease_until: later(tx.time, 30_000), leased_by: 'alone' })
  const worker = () => deliveryQueue(instance.acme.context, (error) => expect.unreachable(String(error)))
  const claim = (tx: Tx) => worker().claim(tx, ROOM, 'worker')

  test('counts towards the concurrency of its endpoint', async () => {
    await endpointWith(4, { max_concurrency: 2 })
    const { write } = instance.handrail.database
    expect(await write(alone, PLANNED)).toBeDefined()
    expect(await write(claim, PLANNED)).toHaveLength(1)
    expect(await write(claim, PLANNED)).toHaveLength(0)
  })

  test('waits while its endpoint has as many as it allows', async () => {
    await endpointWith(4, { max_concurrency: 2 })
    const { write } = instance.handrail.database
    expect(await write(claim, PLANNED)).toHaveLength(2)
    expect(await write(alone, PLANNED)).toBeUndefined()
  })

  test('waits while its failing endpoint is probed', async () => {
    const id = await endpointWith(4, { max_concurrency: 2 })
    const { write } = instance.handrail.database
    await write(async ({ db, time, tables: { webhook_endpoints: t } }) => {
      await db.update(t).set({ open_until: time }).where(eq(t.id, id))
    })
    expect(await write(claim, PLANNED)).toHaveLength(1)
    expect(await write(alone, PLANNED)).toBeUndefined()
  })

  test('counts towards the rate of its endpoint, and waits for it', async () => {
    await endpointWith(4, { max_per_second: 2 })
    const { write } = instance.handrail.database
    expect(await write(alone, PLANNED)).toBeDefined()
    expect(await write(claim, PLANNED)).toHaveLength(1)

    await endpointWith(4, { max_per_second: 2 })
    expect(await write(claim, PLANNED)).toHaveLength(2)
    expect(await write(alone, PLANNED)).toBeUndefined()
  })

  test('does not wait for those of an endpoint that has reached its limit', async () => {
    await endpointWith(30, { max_per_second: 1 }, 30)
    const { write } = instance.handrail.database
    expect(await write(alone, PLANNED)).toBeDefined()
    const endpoint_id = await endpointWith(1, {})
    expect(await write(alone, PLANNED)).toMatchObject({ endpoint_id })
    expect(await write(alone, PLANNED)).toBeUndefined()
  })

  if (engine === 'sqlite') return

  // A process cannot count the leases of another before their commit.
  test('waits while another process claims from its endpoint', async () => {
    await endpointWith(4, { max_concurrency: 2 })
    const { write } = instance.handrail.database
    await write(async (tx) => {
      expect(await claim(tx)).toHaveLength(2)
      expect(await write(alone, PLANNED)).toBeUndefined()
    }, PLANNED)
  })

  test('keeps other processes from its endpoint while it is being claimed', async () => {
    await endpointWith(4, { max_concurrency: 2 })
    const { write } = instance.handrail.database
    await write(async (tx) => {
      expect(await alone(tx)).toBeDefined()
      expect(await write(claim, PLANNED)).toEqual([])
      expect(await claim(tx)).toHaveLength(1)
    }, PLANNED)
  })
})
