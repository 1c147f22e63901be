import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { createSealer } from '../../secret/seal.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listAuditEntries,
  rotateWebhookSecret,
  testWebhookEndpoint,
} = operations

describe.each(ENGINES)('an endpoint whose secret cannot be decrypted on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  const told: unknown[] = []
  beforeEach(async () => {
    receiver = await startReceiver()
    const options = { publicUrl: 'http://localhost:3000', webhooks: { deliver: true }, now: undefined }
    instance = await openInstance(engine, { ...options, onError: (error) => told.push(error) })
  })
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  const subscribe = async (path: string, events: string[]) =>
    (await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(path), events })).data
  const spoil = (id: string, column: 'sealed_secret' | 'former_secrets') =>
    instance.handrail.database.write(async ({ db, tables: { webhook_endpoints: endpoints } }) => {
      const sealed = createSealer(Buffer.from('a secret that nobody has any more')).seal('whsec_eA==')
      await db
        .update(endpoints)
        .set({ [column]: column === 'sealed_secret' ? sealed : [{ sealed, until: '2099-01-01T00:00:00.000Z' }] })
        .where(eq(endpoints.id, id))
    })
  const arrived = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))

  test('is disabled with an event, affects no other endpoint, and sends everything after a rotation', async () => {
    const bad = await subscribe('/bad', ['organisation.created'])
    await subscribe('/good', ['organisation.created', 'webhook_endpoint.disabled'])
    await spoil(bad.id, 'sealed_secret')
    await instance.acme.invoke(createOrganisation, { name: 'Engines' })
    const types = () =>
      arrived('/good')
        .map(({ event }) => event)
        .toSorted()
    await expect.poll(types).toEqual(['organisation.created', 'webhook_endpoint.disabled'])
    const { data } = await instance.acme.invoke(getWebhookEndpoint, { id: bad.id })
    expect(data).toMatchObject({ status: 'disabled', disabled_reason: 'secret_unreadable' })
    expect(data.deliveries).toMatchObject([{ status: 'pending', attempts: 0 }])
    const { data: entries } = await instance.acme.invoke(listAuditEntries, {})
    expect(entries.map(({ action }) => action)).toContain('webhook_endpoint.disabled')
    expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(bad.id) })])
    await expect(instance.acme.invoke(testWebhookEndpoint, { id: bad.id })).rejects.toMatchObject({
      code: 'validation_error',
      message: 'Secret cannot be decrypted: rotate it, and enable the endpoint',
    })

    await instance.acme.invoke(rotateWebhookSecret, { id: bad.id })
    await instance.acme.invoke(enableWebhookEndpoint, { id: bad.id })
    await expect.poll(() => arrived('/bad').length).toBe(1)
    expect(arrived('/bad')[0]).toMatchObject({ event: 'organisation.created' })
  })

  test('keeps sending if only the previous secret is affected', async () => {
    const endpoint = await subscribe('/rotated', ['organisation.created'])
    await instance.acme.invoke(rotateWebhookSecret, { id: endpoint.id })
    await spoil(endpoint.id, 'former_secrets')
    await instance.acme.invoke(createOrganisation, { name: 'Engines' })
    await expect.poll(() => arrived('/rotated').length).toBe(1)
  })
})
