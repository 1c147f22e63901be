import { DAY_MS, SECOND_MS } from './times.ts'

/** A day and a time as clocks and calendars show them. Months count from 1; values beyond the calendar carry over, as in `Date.UTC`. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
}

/**
 * The instant of a local time, in ISO 8601. A time that a change of the clocks skips is as much later as they are put forward;
 * of a time that comes twice, it is the first.
 */
export function instantOf({ year, month, day, hour = 0, minute = 0 }: LocalTime, timeZone: string): string {
  const asIfUtc = Date.UTC(year, month - 1, day, hour, minute)
  // Around a change of the clocks, which are never changed twice within two days, the UTC offset is one of these.
  const before = asIfUtc - aheadOfUtc(asIfUtc - DAY_MS, timeZone)
  const after = asIfUtc - aheadOfUtc(asIfUtc + DAY_MS, timeZone)
  const isAfter = !shows(before, asIfUtc, timeZone) && shows(after, asIfUtc, timeZone)
  return new Date(isAfter ? after : before).toISOString()
}

/** Whether the clocks of a time zone show a time, given as if it were UTC, at an instant. */
function shows(instant: number, asIfUtc: number, timeZone: string): boolean {
  return instant + aheadOfUtc(instant, timeZone) === asIfUtc
}

function aheadOfUtc(milliseconds: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(new Date(milliseconds).toISOString(), timeZone)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(milliseconds / SECOND_MS) * SECOND_MS
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a time zone. */
export function wallClock(time: string, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-u-ca-gregory', { ...fields, ...clock, timeZone })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(new Date(time))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  }
}

/** Whether Node's IANA database contains it. Offsets such as `+01:00` are rejected, because they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // Intl rejects unknown zones with a RangeError.
    return false
  }
}
