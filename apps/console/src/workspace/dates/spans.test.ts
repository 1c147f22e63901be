import { expect, test } from 'vitest'
import { daysBetween } from './spans.ts'
import { dayIn } from './use-today.ts'

test.each([
  ['2026-12-03', '2026-12-03', 0],
  ['2026-12-03', '2026-12-04', 1],
  ['2026-12-03', '2026-11-30', -3],
  ['2026-03-28', '2026-03-30', 2],
  ['2027-12-31', '2028-03-01', 61],
])('from %s to %s are %i days of the calendar, also where clocks change', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})

test.each([
  ['Pacific/Auckland', '2026-11-26'],
  ['Europe/Berlin', '2026-11-25'],
  ['Pacific/Honolulu', '2026-11-25'],
])('the day of a time is that of the time zone: %s', (timeZone, day) => {
  expect(dayIn(timeZone, new Date('2026-11-25T12:30:00Z'))).toBe(day)
})
