import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { createHandrail, type HandrailOptions, operations } from '../src/index.ts'
import { ENGINES, type Instance, openInstance, publishedGuide, SECRET } from './instance.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  createWebhookEndpoint,
  getEnrollment,
  getOrganisation,
  getWebhookEndpoint,
  listOrganisations,
  updateOrganisation,
} = operations

const HOUR_MS = 3_600_000
/** The jumps of a clock: on PostgreSQL that of the database, which all processes share. */
const JUMPS = [-24 * HOUR_MS, -HOUR_MS, HOUR_MS, 24 * HOUR_MS]

describe.each(ENGINES)('a clock that jumps on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000' })
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  const jump = (by: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + by)
  }
  /** Another process on the same database, with the same clock. */
  const elsewhere = (options: Partial<HandrailOptions> = {}) =>
    createHandrail({
      database: instance.database,
      secret: SECRET,
      publicUrl: 'http://localhost:3000',
      now: () => instance.clock.now,
      upkeep: false,
      webhooks: { deliver: false },
      ...options,
    })
  const subscribe = async () =>
    (await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(), events: ['organisation.created'] })).data
  const arrived = () => receiver.received.map(({ body }) => JSON.parse(body).data.name).toSorted()
  const create = async (name: string) => (await instance.acme.invoke(createOrganisation, { name })).data

  test.each(JUMPS)('by %i ms does not delay the upkeep of a process that starts afterwards', async (by) => {
    const guide = await publishedGuide(instance.acme)
    const { data: contact } = await instance.acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    const soon = new Date(instance.clock.now.getTime() + by + 1000).toISOString()
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    await instance.handrail.upkeep()
    jump(by)
    await instance.handrail.database.write(async ({ db, tables: { enrollments } }) => {
      await db.update(enrollments).set({ expires_at: soon }).where(eq(enrollments.id, data.id))
    })
    jump(2000)
    const other = await elsewhere()
    // Valid leases are at most a minute long.
    jump(70_000)
    await other.upkeep()
    await other.close()
    expect((await instance.acme.invoke(getEnrollment, { id: data.id })).data.status).toBe('expired')
  })

  test.each(JUMPS)(
    'by %i ms delays no delivery: neither waiting nor new nor released ones',
    async (by) => {
      const endpoint = await subscribe()
      await create('waits')
      await create('was left')
      await instance.handrail.database.write(async ({ db, tables: { webhook_deliveries: deliveries }, time }) => {
        const [row] = await db.select().from(deliveries).limit(1)
        const lease_until = new Date(Date.parse(time) + 30_000).toISOString()
        await db
          .update(deliveries)
          .set({ lease_until, attempts: 1 })
          .where(eq(deliveries.id, row?.id ?? ''))
      })
      jump(by)
      await create('new')
      const sender = await elsewhere({ webhooks: { deliver: true } })
      // After the end of a valid lease. A lease of another clock that is not recognised would last a day.
      jump(45_000)
      await expect.poll(arrived).toEqual(['new', 'waits', 'was left'])
      await sender.close()
      const { data } = await instance.acme.invoke(getWebhookEndpoint, { id: endpoint.id })
      expect(data.deliveries.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    },
    30_000,
  )

  test.each(JUMPS)('by %i ms never sets the time of a change back', async (by) => {
    const first = await create('first')
    jump(by)
    const second = await create('second')
    const other = await elsewhere()
    const { data } = await (await other.asSystem(instance.acme.context.caller.workspace_id)).invoke(
      updateOrganisation,
      {
        id: first.id,
        name: 'changed',
      },
    )
    await other.close()
    expect([second.updated_at >= first.updated_at, data.updated_at >= second.updated_at]).toEqual([true, true])
    const since = await instance.acme.invoke(listOrganisations, { updated_since: second.updated_at })
    expect(since.data.map(({ id }) => id)).toContain(first.id)
  })
})

test('on PostgreSQL the clock of a process has no effect: the time comes from the database', async () => {
  const instance = await openInstance('postgres', { now: undefined })
  try {
    const { data: before } = await instance.acme.invoke(createOrganisation, { name: 'before' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * HOUR_MS })
    const { data: after } = await instance.acme.invoke(createOrganisation, { name: 'after' })
    await instance.handrail.upkeep()
    vi.useRealTimers()
    await instance.handrail.upkeep()
    const { data } = await instance.acme.invoke(getOrganisation, { id: after.id })
    expect(Date.parse(data.created_at) - Date.parse(before.created_at)).toBeLessThan(HOUR_MS)
    expect(data.created_at >= before.created_at).toBe(true)
  } finally {
    vi.useRealTimers()
    await instance.close()
  }
})
