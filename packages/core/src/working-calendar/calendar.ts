import { dayNumber } from './days.ts'
import type { WorkingCalendar } from './plain-calendar.ts'

const MONDAY = dayNumber('1970-01-05')

/** Monday to Friday, without holidays. */
export const DEFAULT_CALENDAR: WorkingCalendar = { working_days: [1, 2, 3, 4, 5], holidays: [] }

/** A calendar in the form for calculations, which costs one pass; each question then costs one binary search. */
export interface WorkingDays {
  /** The weekdays from 0, Monday, in order. */
  weekdays: readonly number[]
  /** By weekday from 0: the number of working weekdays from Monday to it. */
  upTo: readonly number[]
  /** The holidays that fall on a working weekday, in order. */
  holidays: readonly number[]
  /** For each of them the number of working days until then, by the count of `countUntil`: never falls. */
  countsBefore: readonly number[]
}

export function workingDaysOf({ working_days, holidays }: WorkingCalendar): WorkingDays {
  const given = new Set(working_days)
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter((weekday) => given.has(weekday + 1))
  const upTo = [0, 1, 2, 3, 4, 5, 6].map((last) => weekdays.filter((weekday) => weekday <= last).length)
  const plain = { weekdays, upTo, holidays: [], countsBefore: [] }
  const days = [...new Set(holidays)].map(dayNumber).filter((day) => given.has(weekdayOf(day) + 1))
  const sorted = days.toSorted((a, b) => a - b)
  const countsBefore = sorted.map((day, index) => countUntil(plain, day) - (index + 1))
  return { weekdays, upTo, holidays: sorted, countsBefore }
}

/** The number of working days until a day, itself included, counted from a fixed day: only differences have a meaning. */
function countUntil({ weekdays, upTo, holidays }: WorkingDays, day: number): number {
  if (weekdays.length === 0) return 0
  const weekday = weekdayOf(day)
  const weeks = (day - weekday - MONDAY) / 7
  return weeks * weekdays.length + (upTo[weekday] ?? 0) - firstIndex(holidays, (holiday) => holiday > day)
}

/** The working day that has a count. */
function dayAt({ weekdays, countsBefore }: WorkingDays, count: number): number {
  const withHolidays = count + firstIndex(countsBefore, (before) => before >= count)
  const weeks = Math.floor((withHolidays - 1) / weekdays.length)
  return MONDAY + weeks * 7 + (weekdays[withHolidays - 1 - weeks * weekdays.length] ?? 0)
}

/**
 * The n-th working day after a day, or before it if n is negative; the day itself does not count. With 0 it is the day
 * itself, or the next working day if nobody works on it. Infinite where nobody ever works.
 */
export function nthWorkingDay(calendar: WorkingDays, day: number, n: number): number {
  if (calendar.weekdays.length === 0) return n < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return n > 0 ? dayAt(calendar, countUntil(calendar, day) + n) : dayAt(calendar, countUntil(calendar, day - 1) + n + 1)
}

/** The number of working days after one day until another, that one included; negative if the other is earlier. */
export function countWorkingDays(calendar: WorkingDays, from: number, to: number): number {
  return countUntil(calendar, to) - countUntil(calendar, from)
}

function weekdayOf(day: number): number {
  return (((day - MONDAY) % 7) + 7) % 7
}

/** The first index of a sorted list whose value fits, by halving; its length if none does. */
function firstIndex(sorted: readonly number[], fits: (value: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    // Within the list by construction.
    if (fits(sorted[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}
