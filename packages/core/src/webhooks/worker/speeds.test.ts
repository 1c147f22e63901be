import { afterEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'

const { createOrganisation, createWebhookEndpoint } = operations

describe.each(ENGINES)('the response times of endpoints on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  afterEach(async () => {
    await instance.close()
    await receiver.close()
  })

  test('are stored with the endpoint, and not updated with every delivery', async () => {
    receiver = await startReceiver()
    instance = await openInstance(engine, {
      publicUrl: 'http://localhost:3000',
      webhooks: { deliver: true },
      now: undefined,
    })
    const { acme, handrail } = instance
    await acme.invoke(createWebhookEndpoint, { url: receiver.url(), events: ['organisation.created'] })
    const known = () =>
      handrail.database.read(async ({ db, tables: { webhook_endpoints: t } }) =>
        (await db.select({ answer_ms: t.answer_ms }).from(t)).map(({ answer_ms }) => answer_ms),
      )
    expect(await known()).toEqual([null])
    await acme.invoke(createOrganisation, { name: 'Acme' })
    await expect.poll(known).toEqual([expect.any(Number)])
    await handrail.database.write(({ db, tables: { webhook_endpoints: t } }) => db.update(t).set({ answer_ms: 77_777 }))
    await acme.invoke(createOrganisation, { name: 'Mill' })
    await expect.poll(() => receiver.received.length).toBe(2)
    const open = () =>
      handrail.database.read(async ({ db, tables: { webhook_deliveries: t } }) =>
        (await db.select({ status: t.status }).from(t)).filter(({ status }) => status === 'pending'),
      )
    await expect.poll(open).toEqual([])
    expect(await known()).toEqual([77_777])
  })
})
