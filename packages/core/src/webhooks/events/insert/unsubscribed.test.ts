import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRoundTrips } from '../../../../../../test/postgres/round-trips.ts'
import { type Instance, openInstance, SECRET } from '../../../../test/instance.ts'
import { type Bound, createHandrail, type Handrail, operations } from '../../../index.ts'

const { createContact, createWebhookEndpoint } = operations

// Two processes: one writes, the other subscribes.
let instance: Instance
let other: Handrail
let elsewhere: Bound
let number = 0

beforeAll(async () => {
  instance = await openInstance('postgres')
  const still = { upkeep: false, imports: false, webhooks: { deliver: false } }
  other = await createHandrail({ database: instance.database, secret: SECRET, poolSize: 2, ...still })
  elsewhere = await other.asSystem(instance.acme.context.caller.workspace_id)
})
afterAll(async () => {
  await other.close()
  await instance.close()
})

const create = async () =>
  (await instance.acme.invoke(createContact, { email: `c${++number}@example.com`, first_name: 'C' })).data
const deliveries = () =>
  instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
    db.select({ event_id: t.event_id }).from(t),
  )

test('an event without subscribers is told under the id that it is stored with', async () => {
  await create()
  const told: string[] = []
  const stop = instance.handrail.database.subscribe(({ id }) => told.push(id))
  const { statements } = await countRoundTrips(create)
  stop()
  expect(statements.some((statement) => statement.includes('handrail_unexpected'))).toBe(true)
  const stored = await instance.handrail.database.read(async ({ db, tables: { events } }) =>
    db
      .select({ type: events.type })
      .from(events)
      .where(eq(events.id, told[0] ?? '')),
  )
  expect([told.length, stored]).toEqual([1, [{ type: 'contact.created' }]])
})

test('an endpoint that another process has just made gets the next event, and each that follows, once', async () => {
  for (let before = 0; before < 3; before++) await create()
  expect(await deliveries()).toEqual([])
  await elsewhere.invoke(createWebhookEndpoint, { url: 'https://receiver.example.com/', events: ['contact.created'] })
  await Promise.all(Array.from({ length: 8 }, create))
  const made = await deliveries()
  expect([made.length, new Set(made.map(({ event_id }) => event_id)).size]).toEqual([8, 8])
})
