import { instantOf, wallClock } from '../time-zones.ts'
import { DAY_MS, later } from '../times.ts'

/** Quiet hours, in which no reminders are sent. The daily mail is sent when they end. */
const QUIET_FROM = 19
export const QUIET_UNTIL = 8

/**
 * The end of the quiet hours that contain a time; undefined outside of them. Uses local time, so the day on which the
 * clocks change has its own length.
 */
export function quietHoursEnd(time: string, timeZone: string): string | undefined {
  const { hour } = wallClock(time, timeZone)
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return undefined
  const morningOf = hour >= QUIET_FROM ? later(time, DAY_MS / 2) : time
  return morning(morningOf, timeZone)
}

/** The end of a day's quiet hours. @param time any time of that day before them */
function morning(time: string, timeZone: string): string {
  return instantOf({ ...wallClock(time, timeZone), hour: QUIET_UNTIL, minute: 0 }, timeZone)
}
