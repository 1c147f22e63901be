import { instantOf } from '../time-zones.ts'
import { DAY_MS } from '../times.ts'

/**
 * The number of a day, counted from 1970-01-01. All calculations use it: a number has no time zone, so neither that of
 * the machine nor a change of the clocks can move a date.
 */
export function dayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS
}

const FIRST_DAY = dayNumber('1900-01-01')
const LAST_DAY = dayNumber('9999-12-31')

/** The number of a day after all dates. */
export const AFTER_ALL_DAYS = LAST_DAY + 1

/** The day itself, or null outside the years 1900 to 9999, where a long chain of steps or a calendar without working days can lead. */
export function withinYears(day: number): number | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null
}

/** The date of a day by its number; null for none, and outside the years 1900 to 9999. */
export function dateOf(day: number | null | undefined): string | null {
  const within = day === null || day === undefined ? null : withinYears(day)
  return within === null ? null : new Date(within * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The instant at which a day begins in a time zone. Where a change of the clocks skips midnight, that is a later local time;
 * where midnight comes twice, the first one.
 */
export function startOfDay(day: number, timeZone: string): string {
  // Days beyond the month carry over.
  return instantOf({ year: 1970, month: 1, day: 1 + day }, timeZone)
}
