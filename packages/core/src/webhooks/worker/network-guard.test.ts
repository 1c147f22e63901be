import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'

const { createOrganisation, createWebhookEndpoint, listWebhookDeliveries, testWebhookEndpoint, updateWebhookEndpoint } =
  operations

/** It represents the internet, and 127.0.0.1, where the canary listens, the operator's network. */
const OUTSIDE = '127.0.0.2'
const INSIDE = '127.0.0.1'

const needsLinux = process.platform !== 'linux'

describe.skipIf(needsLinux).each(ENGINES)(
  'no delivery reaches the network of the operator, on %s (loopback has one address outside Linux)',
  (engine) => {
    let instance: Instance
    let outside: Receiver
    let canary: Receiver
    /** The addresses that every name resolves to. */
    let addresses: string[]
    let url: string

    beforeEach(async () => {
      outside = await startReceiver(
        (response, { path }) => {
          const location = canary.url('/secret')
          response.writeHead(path === '/redirect' ? 307 : 200, { location, connection: 'close' }).end()
        },
        { host: OUTSIDE },
      )
      const port = Number(new URL(outside.url()).port)
      canary = await startReceiver(undefined, { host: INSIDE, port })
      url = `http://hooks.example:${port}`
      addresses = [OUTSIDE]
      instance = await openInstance(engine, {
        publicUrl: 'http://handrail.example',
        webhooks: {
          deliver: true,
          allowedRanges: [`${OUTSIDE}/32`],
          resolve: (_host, _options, callback) => {
            setImmediate(() =>
              callback(
                null,
                addresses.map((address) => ({ address, family: 4 })),
              ),
            )
          },
        },
      })
    })
    afterEach(async () => {
      expect(canary.received).toEqual([])
      await instance.close()
      await outside.close()
      await canary.close()
    })

    const subscribe = async (path: string) =>
      (await instance.acme.invoke(createWebhookEndpoint, { url: url + path, events: ['organisation.created'] })).data
    const change = () => instance.acme.invoke(createOrganisation, { name: 'Engines' })
    const errors = async (id: string) =>
      (await instance.acme.invoke(listWebhookDeliveries, { id })).data.map(({ error }) => error)

    test('by a redirect', async () => {
      const { id } = await subscribe('/redirect')
      await change()
      await expect.poll(() => errors(id)).toEqual([expect.stringMatching(/^redirect: /)])
      const { data } = await instance.acme.invoke(testWebhookEndpoint, { id })
      expect(data).toMatchObject({ success: false, delivery: { response_status: 307 } })
      expect(outside.received.map(({ path }) => path)).toEqual(['/redirect', '/redirect'])
    })

    test('by a name that resolves there when the endpoint is created or changed', async () => {
      const { id } = await subscribe('/')
      addresses = [INSIDE]
      const refused = { code: 'validation_error' }
      await expect(subscribe('/')).rejects.toMatchObject(refused)
      await expect(instance.acme.invoke(updateWebhookEndpoint, { id, url: `${url}/other` })).rejects.toMatchObject(
        refused,
      )
    })

    test('by a name that resolves there later', async () => {
      const { id } = await subscribe('/')
      addresses = [INSIDE]
      await change()
      await expect.poll(() => errors(id)).toEqual([expect.stringMatching(/^blocked_address: /)])
      const { data } = await instance.acme.invoke(testWebhookEndpoint, { id })
      expect(data.success).toBe(false)
      expect(outside.received).toEqual([])
    })

    test('by a name that also resolves there', async () => {
      const { id } = await subscribe('/')
      addresses = [INSIDE, OUTSIDE]
      expect((await instance.acme.invoke(testWebhookEndpoint, { id })).data.success).toBe(true)
      expect(outside.received).toHaveLength(1)
    })
  },
)
