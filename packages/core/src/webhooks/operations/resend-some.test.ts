import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'

const {
  createContact,
  createOrganisation,
  createWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookDeliveries,
  pauseWebhookEndpoint,
  resendWebhookDeliveries,
} = operations

const SINCE = '2020-01-01T00:00:00.000Z'

describe.each(ENGINES)('resending deliveries by filter on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  let id: string
  beforeEach(async () => {
    receiver = await startReceiver()
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000', webhooks: { deliver: true } })
    const events = ['contact.*', 'organisation.*']
    id = (await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(), events })).data.id
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  const resend = async (filters: object) =>
    (await instance.acme.invoke(resendWebhookDeliveries, { id, since: SINCE, ...filters })).data
  const arrived = (count: number) => expect.poll(() => receiver.received.length).toBe(count)
  const settled = () =>
    expect
      .poll(async () => (await instance.acme.invoke(listWebhookDeliveries, { id, status: 'pending' })).data.length)
      .toBe(0)
  const organisations = async (count: number) => {
    for (let made = 0; made < count; made += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, count - made) }, (_, index) =>
          instance.acme.invoke(createOrganisation, { name: `${made + index}` }),
        ),
      )
  }

  test('deliveries are selected by type, time and result, and keep their ids', async () => {
    await organisations(3)
    const { data: contact } = await instance.acme.invoke(createContact, { email: 'a@example.com', first_name: 'A' })
    await arrived(4)
    await settled()
    const first = receiver.received.find(({ body }) => JSON.parse(body).data.id === contact.id)
    expect(await resend({ event: 'contact.created' })).toEqual({ resent: 1, next_cursor: null })
    await arrived(5)
    expect(receiver.received[4]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    await settled()
    expect(await resend({ status: 'failed' })).toEqual({ resent: 0, next_cursor: null })
    expect(await resend({ until: '2020-02-01T00:00:00.000Z' })).toEqual({ resent: 0, next_cursor: null })
    expect(await resend({})).toEqual({ resent: 4, next_cursor: null })
    await arrived(9)
  })

  test('many deliveries are continued by cursor, and the endpoint must be enabled', async () => {
    await instance.acme.invoke(pauseWebhookEndpoint, { id })
    await organisations(505)
    await expect(resend({})).rejects.toMatchObject({ errors: { status: [expect.stringContaining('enable it first')] } })
    await instance.acme.invoke(enableWebhookEndpoint, { id })
    const some = await resend({ status: 'skipped' })
    expect(some).toEqual({ resent: 500, next_cursor: expect.any(String) })
    expect(await resend({ status: 'skipped', cursor: some.next_cursor })).toEqual({ resent: 5, next_cursor: null })
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(505)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(505)
    await expect(resend({ cursor: 'made up' })).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
  }, 60_000)
})
