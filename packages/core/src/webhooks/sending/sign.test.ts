import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders, signingKey } from './sign.ts'

const now = () => Math.floor(Date.now() / 1000)
const body = '{"event":"contact.created","name":"\u2028 👩‍🚀"}'

test('signatures match the test vector of Standard Webhooks', () => {
  const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}', [
    signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  ])
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test.each([
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
])('%s accepts both secrets of a rotation, and no changed payload', (_name, receiver) => {
  const [fresh, previous, foreign] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
  const headers = signatureHeaders('evt_1', now(), body, [signingKey(fresh), signingKey(previous)])
  const verify = (secret: string, text = body, of: Record<string, string> = headers) =>
    receiver(secret).verify(text, of)
  expect(() => verify(fresh)).not.toThrow()
  expect(() => verify(previous)).not.toThrow()
  expect(() => verify(foreign)).toThrow()
  expect(() => verify(fresh, `${body} `)).toThrow()
  expect(() => verify(fresh, body, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
  expect(() => verify(fresh, body, signatureHeaders('evt_1', now() - 301, body, [signingKey(fresh)]))).toThrow()
})
