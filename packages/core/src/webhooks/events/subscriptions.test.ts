import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { covers, subscriptionsTo } from './catalogue.ts'
import { EVENT_TYPES } from './types.ts'

const {
  createContact,
  createOrganisation,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateOrganisation,
  updateWebhookEndpoint,
} = operations

const url = 'https://receiver.example.com/'

test('the subscriptions to a type are all that cover it', () => {
  const all = new Set(EVENT_TYPES.flatMap((type) => [...subscriptionsTo(type)]))
  for (const type of EVENT_TYPES)
    expect([...all].filter((one) => covers(one, type)).toSorted()).toEqual([...subscriptionsTo(type)].toSorted())
})

describe.each(ENGINES)('subscriptions on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const subscribe = async (events: string[], bound = instance.acme) =>
    (await bound.invoke(createWebhookEndpoint, { url, events })).data.id
  /** The endpoints that got a delivery for each of the events of some work, in the order of their types. */
  async function receivers(work: () => Promise<unknown>): Promise<string[]> {
    const all = () =>
      instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
        db.select({ endpoint_id: t.endpoint_id, id: t.id }).from(t),
      )
    const before = new Set((await all()).map(({ id }) => id))
    await work()
    return (await all()).flatMap(({ id, endpoint_id }) => (before.has(id) ? [] : [endpoint_id])).toSorted()
  }
  const created = () => receivers(() => instance.acme.invoke(createOrganisation, { name: 'Acme' }))

  test('an endpoint with several that cover an event gets it once', async () => {
    const id = await subscribe(['*', 'organisation.*', 'organisation.created'])
    expect(await created()).toEqual([id])
    await instance.acme.invoke(deleteWebhookEndpoint, { id })
  })

  test('follow each change of an endpoint, and end with it', async () => {
    const id = await subscribe(['organisation.created'])
    expect(await created()).toEqual([id])
    await instance.acme.invoke(updateWebhookEndpoint, { id, events: ['contact.*'] })
    expect(await created()).toEqual([])
    const contact = () => instance.acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    expect(await receivers(contact)).toEqual([id])
    await instance.acme.invoke(updateWebhookEndpoint, { id, events: ['organisation.*'], description: 'CRM' })
    expect(await created()).toEqual([id])
    await instance.acme.invoke(updateWebhookEndpoint, { id, description: 'ERP' })
    expect(await created()).toEqual([id])
    await instance.acme.invoke(deleteWebhookEndpoint, { id })
    expect(await created()).toEqual([])
  })

  test('of another workspace, or to other events of a resource, get nothing', async () => {
    await subscribe(['*'], instance.other)
    const updated = await subscribe(['organisation.updated'])
    expect(await created()).toEqual([])
    const { data } = await instance.acme.invoke(createOrganisation, { name: 'Mill' })
    const update = () => instance.acme.invoke(updateOrganisation, { id: data.id, name: 'Mills' })
    expect(await receivers(update)).toEqual([updated])
    await instance.acme.invoke(deleteWebhookEndpoint, { id: updated })
  })
})
