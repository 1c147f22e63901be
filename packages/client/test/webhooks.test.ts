import { operations } from '@handrail/core'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReceiver } from '../../../test/receiver.ts'
import { openInstance } from '../../http/test/support/instance.ts'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

const SECRET = `whsec_${btoa('a signing secret of the tests, 32')}`
const OTHER = `whsec_${btoa('another secret of these, also 32.')}`
const BODY = JSON.stringify({ id: 'evt_1', event: 'contact.created', data: { first_name: 'Zoë' } })

function signed(secrets: string[], at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('evt_1', at, BODY)).join(' '),
  }
}

test('verifyWebhook accepts a delivery of the server', async () => {
  const receiver = await startReceiver()
  const instance = await openInstance(
    'sqlite',
    {},
    {
      publicUrl: 'http://localhost:3000',
      webhooks: { deliver: true },
    },
  )
  const owner = await instance.handrail.asSystem(instance.acme.id)
  const { data } = await owner.invoke(operations.createWebhookEndpoint, { url: receiver.url(), events: ['contact.*'] })
  await owner.invoke(operations.createContact, { email: 'zoe@b.example', first_name: 'Zoë' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const { headers = {}, body = '' } = receiver.received[0] ?? {}
  const event = await verifyWebhook(headers, body, data.secret)
  if (event.event !== 'contact.created') throw new Error(event.event)
  expect(event.data).toMatchObject({ email: 'zoe@b.example', first_name: 'Zoë' })
  await instance.close()
  await receiver.close()
})

test('verifyWebhook accepts any of several signatures, headers and bodies of each kind', async () => {
  const event = JSON.parse(BODY)
  expect(await verifyWebhook(signed([OTHER, SECRET]), BODY, SECRET)).toEqual(event)
  expect(await verifyWebhook(new Headers(signed([SECRET])), new TextEncoder().encode(BODY), SECRET)).toEqual(event)
  const old = new Date(Date.now() - 3_600_000)
  expect(await verifyWebhook(signed([SECRET], old), BODY, SECRET, { tolerance: 3_660 })).toEqual(event)
})

const good = signed([SECRET])
test.each([
  ['another secret', signed([OTHER]), BODY, SECRET],
  ['a changed body', good, `${BODY} `, SECRET],
  ['an old timestamp', signed([SECRET], new Date(Date.now() - 400_000)), BODY, SECRET],
  ['a future timestamp', signed([SECRET], new Date(Date.now() + 400_000)), BODY, SECRET],
  ['a timestamp that is no number', { ...good, 'webhook-timestamp': 'now' }, BODY, SECRET],
  ['no headers', {}, BODY, SECRET],
  ['a signature of another version', { ...good, 'webhook-signature': `v2,${'A'.repeat(44)}` }, BODY, SECRET],
  ['a signature that is not base64', { ...good, 'webhook-signature': 'v1,%%%' }, BODY, SECRET],
  ['a secret that is not base64', good, BODY, 'whsec_%%%'],
  ['an empty secret', good, BODY, ''],
])('verifyWebhook refuses %s', async (_what, headers, body, secret) => {
  await expect(verifyWebhook(headers, body, secret)).rejects.toBeInstanceOf(WebhookVerificationError)
})
