import { expect, test } from 'vitest'
import { parseChallenge } from './challenge.ts'

test.each([
  [undefined, {}],
  ['Bearer', {}],
  ['Bearer realm="a, b=c", scope="one two"', { scope: 'one two' }],
  ['bearer error=invalid_token,scope=one', { error: 'invalid_token', scope: 'one' }],
  ['Basic realm="x", Bearer resource_metadata="https://a.example/m"', { resourceMetadata: 'https://a.example/m' }],
  ['Bearer error="insufficient_scope" , SCOPE = "a\\"b"', { error: 'insufficient_scope', scope: 'a"b' }],
  ['Bearer scope="", error=""', {}],
  ['Bearer scope="unended', {}],
  ['<html>', {}],
])('%s', (header, expected) => expect(parseChallenge(header)).toEqual(expected))

test('a long malformed challenge is parsed in linear time', () => {
  const start = performance.now()
  parseChallenge(`Bearer ${'a="\\'.repeat(50_000)}`)
  expect(performance.now() - start).toBeLessThan(500)
})
