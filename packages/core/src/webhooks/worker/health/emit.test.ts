import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FAILURE, SUCCESS } from '../../../../test/data/attempts.ts'
import { ENGINES, eventsOf } from '../../../../test/instance.ts'
import { type Mailing, openMailing } from '../../../../test/mail.ts'
import { addMember } from '../../../../test/people.ts'
import { operations } from '../../../index.ts'
import type { Attempt } from '../../sending/send.ts'
import { deliveryQueue } from '../deliver.ts'
import type { Health } from './health.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const MINUTE_MS = 60_000

describe.each(ENGINES)('events about a failing endpoint on %s', (engine) => {
  let instance: Mailing
  let id: string
  beforeEach(async () => {
    instance = await openMailing(engine)
    const endpoint = {
      url: 'https://receiver.example.com/hook',
      events: ['organisation.created', 'webhook_endpoint.*'],
    }
    id = (await instance.acme.invoke(createWebhookEndpoint, endpoint)).data.id
    await addMember(instance, 'ada@example.com', 'admin')
    await addMember(instance, 'eve@example.com', 'editor')
  })
  afterEach(() => instance.close())

  /** One delivery to it, with this outcome. */
  async function deliver(attempt: Attempt): Promise<void> {
    const queue = deliveryQueue(instance.acme.context, (error) => expect.unreachable(String(error)))
    const { database } = instance.handrail
    await instance.acme.invoke(createOrganisation, { name: 'Acme' })
    await queue.maintain?.()
    const [job] = await database.write((tx) => queue.claim(tx, { limit: 1, slow: 1 }, 'a worker'))
    if (!job) return expect.unreachable('something is due')
    await database.write((tx) => queue.recordOutcomes(tx, [{ job, attempt }]))
  }
  const set = (health: Partial<Health>) =>
    instance.handrail.database.write(({ db, time, tables: { webhook_endpoints: t } }) =>
      db
        .update(t)
        .set({ ...health, release_at: time })
        .where(eq(t.id, id)),
    )
  const ago = (minutes: number) => new Date(instance.clock.now.getTime() - minutes * MINUTE_MS).toISOString()
  const told = async () =>
    (await eventsOf(instance, instance.acme)).map(({ type }) => type).filter((type) => type.startsWith('webhook_'))
  const mails = () => instance.server.arrived.map((mail) => [mail.to?.[0]?.address, mail.subject])

  test('other endpoints get an event when its deliveries are put on hold, and when they succeed again', async () => {
    await set({ failing_since: ago(2), consecutive_failures: 9 })
    await deliver(FAILURE)
    expect(await told()).toEqual(['webhook_endpoint.failing'])
    await set({ open_until: ago(0) })
    await deliver(SUCCESS)
    expect(await told()).toEqual(['webhook_endpoint.failing', 'webhook_endpoint.recovered'])
    const deliveries = await instance.handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
      db.select({ event: t.event }).from(t),
    )
    expect(new Set(deliveries.map(({ event }) => event))).toEqual(new Set(['organisation.created']))
    expect(instance.server.arrived).toEqual([])
  })

  test('admins get a mail after a lasting failure, and when the endpoint is disabled', async () => {
    await set({ failing_since: ago(30), consecutive_failures: 20, open_until: ago(0), probe_seconds: 240 })
    await deliver(FAILURE)
    await set({ open_until: ago(0) })
    await deliver(FAILURE)
    await expect
      .poll(mails, { timeout: 20_000 })
      .toEqual([['ada@example.com', 'A webhook receiver does not answer: receiver.example.com']])
    await set({ open_until: ago(0) })
    await deliver({ ...FAILURE, response_status: 410 })
    await expect
      .poll(mails, { timeout: 20_000 })
      .toContainEqual(['ada@example.com', 'A webhook endpoint was disabled: receiver.example.com'])
    expect(instance.server.arrived).toHaveLength(2)
    expect(await told()).toEqual(['webhook_endpoint.disabled'])
  })
})
