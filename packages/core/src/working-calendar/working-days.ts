import { countWorkingDays, nthWorkingDay, type WorkingDays } from './calendar.ts'
import { dateOf, dayNumber } from './days.ts'

/**
 * The n-th working day after a date, or before it if n is negative. With 0, the date itself, or the next working day if
 * nobody works on it: "0 working days after Saturday" and "1 working day after Saturday" are both Monday. The search has no
 * end but that of the calendar: after ten years of holidays follows the first working day of the eleventh.
 * @returns null after the year 9999 or before 1900, and in a calendar without working weekdays
 */
export function addWorkingDays(calendar: WorkingDays, date: string, n: number): string | null {
  return dateOf(nthWorkingDay(calendar, dayNumber(date), n))
}

/** The date some days later, or earlier if the number is negative. @returns null after the year 9999 or before 1900 */
export function addCalendarDays(date: string, days: number): string | null {
  return dateOf(dayNumber(date) + days)
}

/**
 * The number of working days after a date until another, that one included: from Friday to Monday 1, and from Friday to
 * Sunday 0. Negative if the other is earlier.
 */
export function workingDaysBetween(calendar: WorkingDays, from: string, to: string): number {
  return countWorkingDays(calendar, dayNumber(from), dayNumber(to))
}

/** The number of days from a date to another, as people read spans: from Friday to Monday 3. Negative if the other is earlier. */
export function calendarDaysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** Whether the team works on a date. */
export function isWorkingDay(calendar: WorkingDays, date: string): boolean {
  return nthWorkingDay(calendar, dayNumber(date), 0) === dayNumber(date)
}
