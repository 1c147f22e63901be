import { expect, test } from 'vitest'
import { covers, isSubscription } from './record.ts'

test.each([
  ['*', 'contact.created', true],
  ['contact.created', 'contact.created', true],
  ['contact.created', 'contact.updated', false],
  ['contact.*', 'contact.updated', true],
  ['contact.*', 'enrollment.created', false],
  ['con*', 'contact.created', false],
] as const)('%s covers %s: %s', (subscription, type, expected) => {
  expect(covers(subscription, type)).toBe(expected)
})

test.each([
  ['*', true],
  ['webhook_endpoint.*', true],
  ['webhook.test', true],
  ['webhooks.*', false],
  ['contact', false],
  ['.*', false],
  ['', false],
])('%s is a subscription: %s', (subscription, expected) => {
  expect(isSubscription(subscription)).toBe(expected)
})
