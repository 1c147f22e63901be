import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { newId } from '../../ids.ts'
import { operations } from '../../index.ts'
import { later } from '../../times.ts'
import type { DeliveryStatus } from '../contract.ts'

const { createWebhookEndpoint, getWebhookActivity } = operations

const HOUR_MS = 3_600_000

describe.each(ENGINES)('activity of a webhook endpoint on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('counts its own deliveries by hour, up to a maximum', async () => {
    const { acme, other, clock, handrail } = instance
    const { workspace_id } = acme.context.caller
    const endpoint = { url: 'https://hooks.example.com/', events: ['*'] }
    const { id } = (await acme.invoke(createWebhookEndpoint, endpoint)).data
    const { id: another } = (await acme.invoke(createWebhookEndpoint, endpoint)).data
    const add = (endpoint_id: string, hoursAgo: number, rows: [DeliveryStatus, attempts: number][]) => {
      const at = later(clock.now.toISOString(), -hoursAgo * HOUR_MS)
      const common = { workspace_id, endpoint_id, event_id: 'evt_none', event: 'contact.created' }
      const times = { created_at: at, updated_at: at }
      const values = rows.map(([status, attempts]) => ({ ...common, ...times, id: newId(), status, attempts }))
      return handrail.database.write(({ db, tables: t }) => db.insert(t.webhook_deliveries).values(values))
    }
    await add(id, 0, [
      ['pending', 0],
      ['pending', 3],
    ])
    await add(id, 2, [
      ['succeeded', 1],
      ['succeeded', 1],
      ['succeeded', 4],
      ['failed', 9],
      ['skipped', 0],
    ])
    await add(id, 23, Array(501).fill(['succeeded', 1]))
    await add(id, 24, [['failed', 9]])
    await add(another, 2, [['failed', 9]])

    const { counted_to, hours } = (await acme.invoke(getWebhookActivity, { id })).data
    expect(hours).toHaveLength(24)
    const none = { at_once: 0, retried: 0, waiting: 0, failing: 0, failed: 0, skipped: 0 }
    const [oldest, ...others] = hours
    const [newest, before, twoAgo] = others.toReversed()
    expect(oldest).toMatchObject({ ...none, at_once: counted_to })
    expect(newest).toEqual({ starts_at: '2026-11-20T12:00:00.000Z', ...none, waiting: 1, failing: 1 })
    expect(before).toMatchObject(none)
    expect(twoAgo).toMatchObject({ ...none, at_once: 2, retried: 1, failed: 1, skipped: 1 })
    await expect(other.invoke(getWebhookActivity, { id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
