import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { newId } from '../../ids.ts'
import { type Bound, operations } from '../../index.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} = operations

const DAY_MS = 86_400_000

describe.each(ENGINES)('retention of events and deliveries on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    instance = await openInstance(engine, { eventDays: 7 })
  })
  afterEach(() => instance.close())

  const subscribe = async (bound: Bound) =>
    (await bound.invoke(createWebhookEndpoint, { url: 'https://example.com/', events: ['organisation.created'] })).data
  const change = (bound: Bound) => bound.invoke(createOrganisation, { name: 'Acme' })
  const rows = () =>
    instance.handrail.database.read(async ({ db, tables: t }) => ({
      endpoints: (await db.select().from(t.webhook_endpoints)).length,
      deliveries: (await db.select().from(t.webhook_deliveries)).length,
      events: (await db.select().from(t.events)).length,
    }))
  const pass = (days: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + days * DAY_MS)
  }

  test('events and deliveries are kept for the configured number of days, in all workspaces', async () => {
    for (const bound of [instance.acme, instance.other]) {
      await subscribe(bound)
      await change(bound)
    }
    pass(6)
    await change(instance.other)
    await instance.handrail.upkeep()
    expect(await rows()).toMatchObject({ deliveries: 3, events: 3 })
    pass(2)
    await instance.handrail.upkeep()
    expect(await rows()).toMatchObject({ deliveries: 1, events: 1 })
  })

  test('deleting an endpoint takes effect immediately, and its deliveries are deleted in the background', async () => {
    const { id } = await subscribe(instance.acme)
    const kept = await subscribe(instance.acme)
    await change(instance.acme)
    await instance.acme.invoke(deleteWebhookEndpoint, { id })
    await change(instance.acme)
    expect((await instance.acme.invoke(listWebhookEndpoints, {})).data.map((endpoint) => endpoint.id)).toEqual([
      kept.id,
    ])
    for (const find of [
      () => instance.acme.invoke(getWebhookEndpoint, { id }),
      () => instance.acme.invoke(listWebhookDeliveries, { id }),
      () => instance.acme.invoke(updateWebhookEndpoint, { id, description: 'Back again' }),
      () => instance.acme.invoke(deleteWebhookEndpoint, { id }),
    ])
      await expect(find()).rejects.toMatchObject({ code: 'not_found' })
    expect(await rows()).toMatchObject({ endpoints: 2, deliveries: 3 })
    await instance.handrail.upkeep()
    expect(await rows()).toMatchObject({ endpoints: 1, deliveries: 2 })
  })

  test('a long log is counted up to 10,000, and cursors reach the rest', async () => {
    const { id } = await subscribe(instance.acme)
    const { workspace_id } = instance.acme.context.caller
    const delivery = { workspace_id, endpoint_id: id, event: 'organisation.created', status: 'succeeded' as const }
    for (let made = 0; made < 10_050; made += 150)
      await instance.handrail.database.write(({ db, stamp: at, tables: t }) =>
        db.insert(t.webhook_deliveries).values(
          Array.from({ length: 150 }, (_, i) => ({
            ...delivery,
            id: newId(),
            event_id: `evt_${made + i}`,
            attempts: 1,
            created_at: at,
            updated_at: at,
          })),
        ),
      )
    const first = await instance.acme.invoke(listWebhookDeliveries, { id, per_page: 100 })
    expect(first.meta).toEqual({ page: 1, per_page: 100, total: 10_000, total_limit: 10_000, total_pages: 100 })
    const last = await instance.acme.invoke(listWebhookDeliveries, { id, per_page: 100, page: 100 })
    expect(last.data).toHaveLength(100)
    const seen = new Set([...first.data, ...last.data].map((one) => one.event_id))
    expect([seen.has('evt_10049'), seen.has('evt_50'), seen.has('evt_49')]).toEqual([true, true, false])
    let count = 0
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const page: Awaited<typeof first> = await instance.acme.invoke(listWebhookDeliveries, {
        id,
        per_page: 100,
        cursor,
      })
      count += page.data.length
      cursor = page.meta.next_cursor
    }
    expect(count).toBe(10_050)
  })
})
