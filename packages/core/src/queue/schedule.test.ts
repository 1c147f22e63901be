import { expect, test } from 'vitest'
import { delayAfter, MAX_ATTEMPTS } from './schedule.ts'

test('the retry schedule has ten attempts over more than three days, with 20 percent jitter', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, i) => (delayAfter(i, undefined, 0.5) ?? 0) / 1000)
  expect(delays).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  expect(delayAfter(2, undefined, 0)).toBe(240_000)
  expect(delayAfter(2, undefined, 1)).toBe(360_000)
  expect(delayAfter(MAX_ATTEMPTS, 10, 0.5)).toBeUndefined()
})

test('Retry-After can delay an attempt by up to a day, and never advances it', () => {
  expect(delayAfter(1, 60, 0.5)).toBe(60_000)
  expect(delayAfter(2, 60, 0.5)).toBe(300_000)
  expect(delayAfter(1, 99_999_999, 0.5)).toBe(86_400_000)
})
