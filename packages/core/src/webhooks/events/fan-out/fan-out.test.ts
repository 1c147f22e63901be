import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { newId } from '../../../ids.ts'
import { type Bound, operations } from '../../../index.ts'
import { deliveryQueue } from '../../worker/deliver.ts'

const { createOrganisation, createWebhookEndpoint, createWorkspace, recoverWebhookEndpoint, updateOrganisation } =
  operations

const PLANS = { large: { entitlements: ['webhooks' as const], limits: { webhook_endpoints: 1000 } } }
const URL = 'https://receiver.example.com/'

describe.each(ENGINES)('events for very many endpoints on %s', (engine) => {
  let instance: Instance
  let large: Bound
  beforeEach(async () => {
    instance = await openInstance(engine, { plans: PLANS })
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(createWorkspace, { name: 'Large', plan: 'large' })
    large = await instance.handrail.asSystem(data.id)
  })
  afterEach(() => instance.close())

  const subscribe = async () =>
    (await large.invoke(createWebhookEndpoint, { url: URL, events: ['organisation.created'] })).data
  /** Endpoints as the API would create them, but faster. */
  async function subscribeMany(count: number): Promise<void> {
    const { workspace_id } = large.context.caller
    await instance.handrail.database.write(({ db, stamp: at, tables: t }) => {
      const times = { created_at: at, updated_at: at }
      const endpoint = { workspace_id, url: URL, description: '', sealed_secret: '', status: 'enabled' as const }
      const endpoints = Array.from({ length: count }, (_, i) => ({
        ...endpoint,
        id: newId(),
        // Every tenth subscribes to something else.
        events: i % 10 === 9 ? ['contact.*'] : ['organisation.*'],
        ...times,
      }))
      return db.insert(t.webhook_endpoints).values(endpoints)
    })
  }
  const change = (bound = large) => bound.invoke(createOrganisation, { name: 'Acme' })
  const deliveries = () =>
    instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
      (await db.select({ endpoint_id: t.endpoint_id, event_id: t.event_id }).from(t)).map(
        (one) => `${one.event_id} ${one.endpoint_id}`,
      ),
    )
  const queue = () => deliveryQueue(large.context, (error) => expect.unreachable(String(error)))

  test('deliveries are created in batches after the commit, one per endpoint', async () => {
    await subscribeMany(450)
    await change()
    // It did not exist at the time of the event.
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await subscribe()
    const written: number[] = []
    for (let more: boolean | undefined = true; more; ) {
      written.push((await deliveries()).length)
      // A new queue each time: another process continues its unfinished work.
      more = await queue().maintain?.()
    }
    expect(written).toEqual([0, 200, 400, 405])
    expect(new Set(await deliveries()).size).toBe(405)
  })

  test('deliveries for few endpoints are created in the transaction of the change', async () => {
    await subscribeMany(5)
    await change()
    expect(await deliveries()).toHaveLength(5)
  })

  test('an endpoint recovered meanwhile gets each event once', async () => {
    const first = await subscribe()
    await subscribeMany(120)
    await change()
    const since = new Date(instance.clock.now.getTime() - 1000).toISOString()
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    await large.invoke(recoverWebhookEndpoint, { id: first.id, since })
    while (await queue().maintain?.());
    const all = await deliveries()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(1 + 108)
  })

  test('the number of endpoints is limited by the plan, to 100 by default', async () => {
    for (let i = 0; i < 100; i++)
      await instance.acme.invoke(createWebhookEndpoint, { url: URL, events: ['contact.created'] })
    await expect(
      instance.acme.invoke(createWebhookEndpoint, { url: URL, events: ['contact.created'] }),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The plan of this workspace allows at most 100 webhook endpoints',
    })
  })

  test('events are filtered by the organisations of an endpoint', async () => {
    const { data: organisation } = await change()
    await subscribeMany(120)
    const about = async (id: string) => {
      const endpoint = { url: URL, events: ['organisation.updated'], organisation_ids: [id] }
      return (await large.invoke(createWebhookEndpoint, endpoint)).data.id
    }
    const [told, other] = [await about(organisation.id), await about(newId())]
    await large.invoke(updateOrganisation, { id: organisation.id, name: 'Mill' })
    while (await queue().maintain?.());
    const endpoints = (await deliveries()).map((one) => one.split(' ')[1])
    expect([endpoints.length, endpoints.includes(told), endpoints.includes(other)]).toEqual([109, true, false])
  })
})
