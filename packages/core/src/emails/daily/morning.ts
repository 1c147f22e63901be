import { instantOf } from '../../time-zones.ts'
import { DAY_MS, dayIn, later } from '../../times.ts'
import { nthWorkingDay, type WorkingDays } from '../../working-calendar/calendar.ts'
import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import { QUIET_UNTIL, quietHoursEnd } from '../quiet-hours.ts'

/** How long a person without anything to be told of is left alone. Whoever joins a plan is looked at earlier. */
export const IDLE_MS = 7 * DAY_MS

/** The time of the daily mail on a date. */
function morningOf(date: string, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return instantOf({ year, month, day, hour: QUIET_UNTIL }, timeZone)
}

/** The time of the daily mail on the date after that of a time. */
export function nextMorning(time: string, timeZone: string): string {
  return morningOf(dateOf(dayNumber(dayIn(timeZone, time)) + 1) ?? '', timeZone)
}

/** The time of the daily mail on the next working day after the date of a time. */
export function nextWorkingMorning(time: string, timeZone: string, calendar: WorkingDays): string {
  const date = dateOf(nthWorkingDay(calendar, dayNumber(dayIn(timeZone, time)), 1))
  return date === null ? later(time, IDLE_MS) : morningOf(date, timeZone)
}

/** Whether it is the time of the daily mail, which is also sent later on its date, but not in quiet hours; or when it comes. */
export type Turn = { today: string } | { today?: undefined; next: string }

export function turnAt(time: string, timeZone: string, calendar: WorkingDays): Turn {
  const today = dayIn(timeZone, time)
  if (!isWorking(calendar, dayNumber(today))) return { next: nextWorkingMorning(time, timeZone, calendar) }
  const quietUntil = quietHoursEnd(time, timeZone)
  return quietUntil === undefined ? { today } : { next: quietUntil }
}

/** The end of the date of a time: a mail of the day is not sent after it. */
export function endOfDay(time: string, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = dayIn(timeZone, time).split('-').map(Number)
  return instantOf({ year, month, day: day + 1 }, timeZone)
}

const THURSDAY = 3

/** The Monday of the week of a day, by its number: 1970-01-01 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + THURSDAY) % 7)
}

/** The last date of the week of a date, which begins on Monday. */
export function endOfWeek(date: string): string {
  return dateOf(mondayOf(dayNumber(date)) + 6) ?? date
}

/** Whether a date is the first working day of its week. */
export function isFirstOfWeek(date: string, calendar: WorkingDays): boolean {
  const day = dayNumber(date)
  return nthWorkingDay(calendar, mondayOf(day), 0) === day
}

/** The last date that counts as soon: the second working day after a date, because no mail is sent on the days between. */
export function endOfSoon(date: string, calendar: WorkingDays): string {
  return dateOf(nthWorkingDay(calendar, dayNumber(date), 2)) ?? date
}

function isWorking(calendar: WorkingDays, day: number): boolean {
  return nthWorkingDay(calendar, day, 0) === day
}
