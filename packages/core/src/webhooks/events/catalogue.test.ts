import { expect, test } from 'vitest'
import { covers, eventBody, exampleOf, isSubscription } from './catalogue.ts'
import { EVENT_TYPES } from './types.ts'

test.each([
  ['*', 'contact.created', true],
  ['contact.created', 'contact.created', true],
  ['contact.created', 'contact.updated', false],
  ['contact.*', 'contact.updated', true],
  ['contact.*', 'enrollment.created', false],
  ['con*', 'contact.created', false],
] as const)('the subscription %s includes %s: %s', (subscription, type, expected) => {
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
])('%s is a valid subscription: %s', (subscription, expected) => {
  expect(isSubscription(subscription)).toBe(expected)
})

test.each(EVENT_TYPES)('the example of %s matches its schema and has every field', (type) => {
  const example = exampleOf(type)
  expect(eventBody(type).parse(example)).toStrictEqual(example)
})
