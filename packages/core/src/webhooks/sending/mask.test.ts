import { expect, test } from 'vitest'
import { masked, secretsOf } from './mask.ts'
import { planRows } from './outcome.ts'

const HEADERS = { Authorization: 'Bearer abc"def123', 'X-Tenant': 'a1' }
const answer = (text: string, headers = {}) => masked(planRows({ status: 200, headers, text }), secretsOf(HEADERS))

test.each([
  ['as it was sent', 'You sent Bearer abc"def123.', 'You sent •••.'],
  ['without its scheme', 'token=abc"def123&x', 'token=•••&x'],
  ['as JSON', '{"authorization":"Bearer abc\\"def123"}', '{"authorization":"•••"}'],
  ['cut off', `${'x'.repeat(10)}Bearer abc"de`, `${'x'.repeat(10)}•••`],
])('a custom header repeated by a receiver (%s) is masked', (_, text, kept) => {
  expect(answer(text).response_body).toBe(kept)
})

test('a custom header repeated in response headers is masked; short values are kept', () => {
  const { response_headers } = answer('', { 'x-echo': 'Bearer abc"def123', 'x-tenant': 'a1' })
  expect(response_headers).toEqual({ 'x-echo': '•••', 'x-tenant': 'a1' })
})
