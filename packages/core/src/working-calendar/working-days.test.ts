import { expect, test } from 'vitest'
import { createRandom } from '../sample/random.ts'
import { DEFAULT_CALENDAR, workingDaysOf } from './calendar.ts'
import { dateOf, dayNumber } from './days.ts'
import { WorkingCalendar } from './plain-calendar.ts'
import {
  addCalendarDays,
  addWorkingDays,
  calendarDaysBetween,
  isWorkingDay,
  workingDaysBetween,
} from './working-days.ts'

const WEEK = workingDaysOf({ ...DEFAULT_CALENDAR, holidays: ['2026-12-25', '2026-12-26', '2027-01-01'] })

// 2026-11-25 is a Wednesday.
test.each([
  ['2026-11-25', 1, '2026-11-26', 'the next day'],
  ['2026-11-25', 3, '2026-11-30', 'over a weekend'],
  ['2026-11-27', 1, '2026-11-30', 'from a Friday'],
  ['2026-11-28', 1, '2026-11-30', 'from a Saturday'],
  ['2026-11-25', 0, '2026-11-25', 'the working day itself'],
  ['2026-11-28', 0, '2026-11-30', 'a Saturday moves to Monday'],
  ['2026-12-25', 0, '2026-12-28', 'a holiday before a weekend moves to Monday'],
  ['2026-11-30', -1, '2026-11-27', 'back over a weekend'],
  ['2026-11-29', -1, '2026-11-27', 'back from a Sunday'],
  ['2026-12-24', 1, '2026-12-28', 'over a holiday'],
  ['2026-12-28', -1, '2026-12-24', 'back over a holiday'],
  ['2026-12-31', 1, '2027-01-04', 'over New Year'],
  ['2026-11-25', 3650, '2040-11-23', 'fourteen years ahead'],
])('from %s, %i working days are %s: %s', (date, n, expected) => {
  expect(addWorkingDays(WEEK, date, n)).toBe(expected)
})

test('spans count calendar days for people, and working days for rules', () => {
  expect(calendarDaysBetween('2026-11-27', '2026-11-30')).toBe(3)
  expect(workingDaysBetween(WEEK, '2026-11-27', '2026-11-30')).toBe(1)
  expect(workingDaysBetween(WEEK, '2026-11-27', '2026-11-29')).toBe(0)
  expect(workingDaysBetween(WEEK, '2026-11-30', '2026-11-27')).toBe(-1)
  expect(calendarDaysBetween('2026-11-30', '2026-11-27')).toBe(-3)
  expect(addCalendarDays('2026-02-27', 2)).toBe('2026-03-01')
  expect(addCalendarDays('2024-02-28', -59)).toBe('2023-12-31')
})

/** The same by going from day to day. */
function walked({ working_days, holidays }: WorkingCalendar, date: string, n: number): string | null {
  const off = new Set(holidays)
  const works = (day: number) => working_days.includes(((day + 3) % 7) + 1) && !off.has(dateOf(day) ?? '')
  let day = dayNumber(date)
  if (n === 0) while (!works(day)) day += 1
  for (let left = Math.abs(n); left > 0; ) {
    day += Math.sign(n)
    if (works(day)) left -= 1
  }
  return dateOf(day)
}

function randomCalendar(random: () => number): WorkingCalendar {
  const some = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.6)
  const holidays = Array.from({ length: Math.floor(random() * 120) }, () =>
    String(addCalendarDays('2026-01-01', Math.floor(random() * 365))),
  )
  return { working_days: some.length > 0 ? some : [3], holidays }
}

test('working days are those that a walk from day to day finds, in any calendar and whatever the order of its lists', () => {
  const random = createRandom(7)
  for (let round = 0; round < 3000; round += 1) {
    const calendar = randomCalendar(random)
    const date = String(addCalendarDays('2026-01-01', Math.floor(random() * 365)))
    const n = Math.floor(random() * 81) - 40
    const expected = walked(calendar, date, n)
    const days = workingDaysOf(calendar)
    expect(addWorkingDays(days, date, n), JSON.stringify([calendar, date, n])).toBe(expected)
    const other = {
      working_days: calendar.working_days.toReversed(),
      holidays: [...calendar.holidays.toReversed(), ...calendar.holidays],
    }
    expect(workingDaysOf(other)).toEqual(days)
    if (n > 0) expect(workingDaysBetween(days, date, String(expected))).toBe(n)
    expect(isWorkingDay(days, String(expected))).toBe(true)
  }
})

test('a later date or a larger number never leads to an earlier working day', () => {
  const random = createRandom(8)
  for (let round = 0; round < 1000; round += 1) {
    const days = workingDaysOf(randomCalendar(random))
    const date = String(addCalendarDays('2026-01-01', Math.floor(random() * 365)))
    const n = Math.floor(random() * 81) - 40
    const reached = String(addWorkingDays(days, date, n))
    expect(String(addWorkingDays(days, date, n + 1)) >= reached).toBe(true)
    expect(String(addWorkingDays(days, String(addCalendarDays(date, 1)), n)) >= reached).toBe(true)
  }
})

/** Ten years in which every working weekday is a holiday: 2,610 of them. */
const TEN_YEARS_OFF = Array.from({ length: 3653 }, (_, day) => String(addCalendarDays('2026-01-01', day)))

test('after ten years without a working day the first one of the eleventh year follows', () => {
  const days = workingDaysOf({ ...DEFAULT_CALENDAR, holidays: TEN_YEARS_OFF })
  expect(addWorkingDays(days, '2026-01-01', 0)).toBe('2036-01-02')
  expect(addWorkingDays(days, '2026-01-01', 1)).toBe('2036-01-02')
  expect(addWorkingDays(days, '2036-01-02', -1)).toBe('2025-12-31')
  expect(workingDaysBetween(days, '2025-12-31', '2036-01-01')).toBe(0)
})

test('without working weekdays, and after the year 9999, there is no working day', () => {
  const never = workingDaysOf({ working_days: [], holidays: [] })
  expect([1, 0, -1].map((n) => addWorkingDays(never, '2026-11-25', n))).toEqual([null, null, null])
  expect(workingDaysBetween(never, '2026-11-25', '2027-11-25')).toBe(0)
  expect(addWorkingDays(WEEK, '9999-12-30', 3650)).toBeNull()
  expect(addCalendarDays('1900-01-01', -1)).toBeNull()
})

test('neither the number of days nor that of holidays makes a working day dear', () => {
  const plain = workingDaysOf(DEFAULT_CALENDAR)
  const many = workingDaysOf({ ...DEFAULT_CALENDAR, holidays: TEN_YEARS_OFF })
  const times = { near: Number.POSITIVE_INFINITY, far: Number.POSITIVE_INFINITY }
  // A walk from day to day would cost thousands of times as much.
  for (let round = 0; round < 5 || (round < 60 && times.far > times.near * 20); round += 1) {
    times.near = Math.min(
      times.near,
      duration(() => addWorkingDays(plain, '2026-01-01', 1)),
    )
    times.far = Math.min(
      times.far,
      duration(() => addWorkingDays(many, '2026-01-01', 3650)),
    )
  }
  expect(times.far / times.near).toBeLessThan(20)
})

function duration(run: () => unknown): number {
  const began = performance.now()
  for (let round = 0; round < 2000; round += 1) run()
  return performance.now() - began
}

test.each([
  ['no weekday', { working_days: [], holidays: [] }],
  ['a weekday 0', { working_days: [0], holidays: [] }],
  ['a weekday 8', { working_days: [8], holidays: [] }],
  ['a weekday twice', { working_days: [1, 1], holidays: [] }],
  ['a holiday on no date', { working_days: [1], holidays: ['2026-02-30'] }],
  ['4,001 holidays', { working_days: [1], holidays: Array.from({ length: 4001 }, () => '2026-01-01') }],
])('a calendar with %s is refused', (_, calendar) => {
  expect(WorkingCalendar.safeParse(calendar).success).toBe(false)
})
