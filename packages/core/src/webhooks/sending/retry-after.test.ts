import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

test.each([
  [undefined, undefined],
  ['120', 120],
  ['garbage', undefined],
  ['-5', undefined],
  ['99999999', 99_999_999],
  ['99999999999', 99_999_999_999],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
])('parsing Retry-After: %s', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(expected)
})
