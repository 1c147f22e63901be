import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { newId } from '../../ids.ts'
import { type Bound, operations } from '../../index.ts'
import { deliveryQueue } from './deliver.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  listWebhookRecoveries,
  recoverWebhookEndpoint,
  updateWebhookEndpoint,
} = operations

const URL = 'https://receiver.example.com/'
const BATCH = 500
const EVENT = 'organisation.created'

describe.each(ENGINES)('fairness after an outage on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    // Nothing is sent: the queue is only asked for its claims.
    instance = await openInstance(engine)
  })
  afterEach(() => instance.close())

  const queue = () => deliveryQueue(instance.acme.context, (error) => expect.unreachable(String(error)))
  const subscribe = async (bound: Bound) =>
    (await bound.invoke(createWebhookEndpoint, { url: URL, events: [EVENT] })).data.id
  const workspaceOf = ({ context }: Bound) => context.caller.workspace_id

  /** Adds events of a workspace, with deliveries to an endpoint if given. */
  async function addEvents(
    bound: Bound,
    count: number,
    delivery?: { endpoint_id: string; waiting_for: 'endpoint' | 'time' },
  ) {
    const workspace_id = workspaceOf(bound)
    for (let from = 0; from < count; from += BATCH)
      await instance.handrail.database.write(async ({ db, stamp: at, time, tables: t }) => {
        const ids = Array.from({ length: Math.min(BATCH, count - from) }, () => `evt_${newId().replaceAll('-', '')}`)
        await db
          .insert(t.events)
          .values(ids.map((id) => ({ workspace_id, id, type: EVENT, occurred_at: at, data: '{}' })))
        if (!delivery) return
        const pending = { status: 'pending' as const, attempts: 1, event: EVENT, next_attempt_at: time }
        const row = { workspace_id, ...delivery, ...pending, created_at: at, updated_at: at }
        await db.insert(t.webhook_deliveries).values(ids.map((event_id) => ({ ...row, id: newId(), event_id })))
      })
  }
  const ready = (bound: Bound) =>
    instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) => {
      const rows = await db
        .select({ waiting_for: t.waiting_for })
        .from(t)
        .where(eq(t.workspace_id, workspaceOf(bound)))
      return rows.filter(({ waiting_for }) => waiting_for === null).length
    })
  const readyOf = (endpoint_id: string) =>
    instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) => {
      const rows = await db.select({ waiting_for: t.waiting_for }).from(t).where(eq(t.endpoint_id, endpoint_id))
      return rows.filter(({ waiting_for }) => waiting_for === null).length
    })
  const release = (bound: Bound, id: string) =>
    instance.handrail.database.write(({ db, time, tables: { webhook_endpoints: t } }) =>
      db
        .update(t)
        .set({ release_at: time })
        .where(and(eq(t.workspace_id, workspaceOf(bound)), eq(t.id, id))),
    )

  test('deliveries are released in turns: a paced endpoint gets its share beside one with thousands', async () => {
    const many = await subscribe(instance.acme)
    await addEvents(instance.acme, 5000, { endpoint_id: many, waiting_for: 'endpoint' })
    await release(instance.acme, many)
    const few = await subscribe(instance.other)
    await instance.other.invoke(updateWebhookEndpoint, { id: few, max_per_second: 2 })
    await addEvents(instance.other, 10, { endpoint_id: few, waiting_for: 'endpoint' })
    await release(instance.other, few)
    const sending = queue()
    for (let second = 1; second <= 3; second++) {
      // A step ends early if it takes long, and the next one continues.
      for (let step = 0; step < 2; step++) await sending.maintain?.()
      expect(await ready(instance.other)).toBe(2 * second)
      instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    }
    expect(await ready(instance.acme)).toBeGreaterThan(500)
    expect(await ready(instance.acme)).toBeLessThan(5000)
  })

  test('deliveries become due in turns by workspace and endpoint: few do not wait for thousands', async () => {
    const { acme, other } = instance
    const [many, beside] = [await subscribe(acme), await subscribe(acme)]
    await addEvents(acme, 5000, { endpoint_id: many, waiting_for: 'time' })
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await addEvents(acme, 10, { endpoint_id: beside, waiting_for: 'time' })
    const few = await subscribe(other)
    await addEvents(other, 10, { endpoint_id: few, waiting_for: 'time' })
    const sending = queue()
    await sending.maintain?.()
    expect([await readyOf(many), await readyOf(beside), await readyOf(few)]).toEqual([480, 10, 10])
    while (await sending.maintain?.());
    expect(await readyOf(many)).toBe(5000)
  })

  test('turns continue after the last examined endpoint: the last of a thousand gets its own', async () => {
    const { acme, other, handrail } = instance
    const at = instance.clock.now.toISOString()
    const first = await subscribe(acme)
    const ids = Array.from({ length: 1000 }, () => newId())
    await handrail.database.write(async ({ db, tables: { webhook_endpoints: t } }) => {
      const [row] = await db.select().from(t).where(eq(t.id, first))
      if (!row) return
      await db.insert(t).values(ids.map((id) => ({ ...row, id })))
    })
    const event = { event: EVENT, event_id: 'evt_none', created_at: at, updated_at: at }
    const waiting = { ...event, status: 'pending' as const, attempts: 1, waiting_for: 'time' as const }
    const workspace_id = workspaceOf(acme)
    const due = (endpoint_id: string, next_attempt_at: string) => ({
      ...waiting,
      workspace_id,
      endpoint_id,
      id: newId(),
      next_attempt_at,
    })
    const add = (rows: ReturnType<typeof due>[]) =>
      handrail.database.write(({ db, tables: { webhook_deliveries: t } }) => db.insert(t).values(rows))
    const last = ids.pop() ?? ''
    for (let each = 0; each < 10; each++) await add(ids.map((id) => due(id, at)))
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await add([due(last, instance.clock.now.toISOString())])
    const few = await subscribe(other)
    await addEvents(other, 1, { endpoint_id: few, waiting_for: 'time' })
    const sending = queue()
    await sending.maintain?.()
    expect(await readyOf(few)).toBe(1)
    for (let step = 0; step < 5; step++) await sending.maintain?.()
    expect(await readyOf(last)).toBe(1)
  })

  test('releases take turns by workspace first: one endpoint gets its share beside two hundred of one workspace', async () => {
    const { acme, other, handrail } = instance
    const at = instance.clock.now.toISOString()
    const first = await subscribe(acme)
    await handrail.database.write(async ({ db, tables: { webhook_endpoints: t } }) => {
      const [row] = await db.select().from(t).where(eq(t.id, first))
      if (!row) return
      // They have been due for longer than the other.
      const due = new Date(instance.clock.now.getTime() - 60_000).toISOString()
      await db
        .insert(t)
        .values(Array.from({ length: 200 }, () => ({ ...row, id: newId(), open_until: at, release_at: due })))
    })
    const few = await subscribe(other)
    await addEvents(other, 1, { endpoint_id: few, waiting_for: 'endpoint' })
    await release(other, few)
    const sending = queue()
    for (let step = 0; step < 2; step++) await sending.maintain?.()
    expect(await ready(other)).toBe(1)
  })

  test('recoveries take turns: a small one finishes beside an earlier one of thousands', async () => {
    const [many, few] = [await subscribe(instance.acme), await subscribe(instance.other)]
    await addEvents(instance.acme, 3000)
    await addEvents(instance.other, 1)
    const since = new Date(instance.clock.now.getTime() - 1000).toISOString()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await instance.acme.invoke(recoverWebhookEndpoint, { id: many, since })
    await instance.other.invoke(recoverWebhookEndpoint, { id: few, since })
    const statusOf = async (bound: Bound, id: string) =>
      (await bound.invoke(listWebhookRecoveries, { id })).data[0]?.status
    const sending = queue()
    await sending.maintain?.()
    await sending.maintain?.()
    expect([await statusOf(instance.acme, many), await statusOf(instance.other, few)]).toEqual(['running', 'done'])
    while (await sending.maintain?.());
    expect(await statusOf(instance.acme, many)).toBe('done')
    expect(await ready(instance.acme)).toBe(3000)
  })

  test('recoveries take turns by endpoint of a workspace, and respect endpoints that are on hold', async () => {
    const { acme } = instance
    const [many, few] = [await subscribe(acme), await subscribe(acme)]
    await acme.invoke(updateWebhookEndpoint, { id: few, max_per_second: 1 })
    await addEvents(acme, 900)
    const since = new Date(instance.clock.now.getTime() - 1000).toISOString()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    for (const id of [many, few]) await acme.invoke(recoverWebhookEndpoint, { id, since })
    const sending = queue()
    for (let step = 0; step < 4; step++) await sending.maintain?.()
    const recovered = async (id: string) => (await acme.invoke(listWebhookRecoveries, { id })).data[0]?.recovered
    expect([await recovered(many), await recovered(few)]).toEqual([400, 400])
    expect(await ready(acme)).toBe(401)
  })

  test('fan-out takes turns: one event gets its deliveries beside a thousand of another workspace', async () => {
    await subscribe(instance.acme)
    await addEvents(instance.acme, 1000)
    await instance.handrail.database.write(({ db, tables: { events } }) => db.update(events).set({ fan_out_after: '' }))
    await subscribe(instance.other)
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await instance.other.invoke(createOrganisation, { name: 'Acme' })
    const { database } = instance.handrail
    await database.write(({ db, tables: { events, webhook_deliveries: t } }) =>
      Promise.all([
        db
          .update(events)
          .set({ fan_out_after: '' })
          .where(eq(events.workspace_id, workspaceOf(instance.other))),
        db.delete(t),
      ]),
    )
    await queue().maintain?.()
    expect(await ready(instance.other)).toBe(1)
  })
})
