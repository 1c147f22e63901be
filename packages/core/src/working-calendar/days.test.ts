import { describe, expect, test } from 'vitest'
import { dayIn } from '../times.ts'
import { dateOf, dayNumber, startOfDay } from './days.ts'
import { PlanDate } from './plan-date.ts'

test.each(['1900-01-01', '1969-12-31', '1970-01-01', '2000-02-29', '2026-11-25', '9999-12-31'])(
  'the date %s is the same by its number',
  (date) => {
    expect(dateOf(dayNumber(date))).toBe(date)
    expect(PlanDate.safeParse(date).success).toBe(true)
  },
)

test.each(['1899-12-31', '2026-02-29', '2026-13-01', '10000-01-01', '2026-1-1', '2026-11-25T00:00:00Z', ''])(
  'the text %j is not a date of a plan',
  (text) => expect(PlanDate.safeParse(text).success).toBe(false),
)

test('a day outside the years 1900 to 9999, and no day, has no date', () => {
  expect(dateOf(dayNumber('9999-12-31') + 1)).toBeNull()
  expect(dateOf(dayNumber('1900-01-01') - 1)).toBeNull()
  expect(dateOf(Number.POSITIVE_INFINITY)).toBeNull()
  expect(dateOf(null)).toBeNull()
})

describe.each([
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  // The clocks change at midnight: they skip it in Havana, Santiago and the Azores, and repeat it in Havana and Amman.
  'America/Havana',
  'America/Santiago',
  'Atlantic/Azores',
  'Asia/Amman',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
])('the start of a day in %s', (zone) => {
  test('is the first instant with that date, on every day of 2014', () => {
    const first = dayNumber('2014-01-01')
    for (let day = first; day < first + 365; day += 1) {
      const start = startOfDay(day, zone)
      const date = dateOf(day) ?? ''
      expect(dayIn(zone, start)).toBe(date)
      expect(dayIn(zone, new Date(Date.parse(start) - 1).toISOString()) < date, date).toBe(true)
    }
  })
})
