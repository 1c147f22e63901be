import { DAY_MS, later } from '../../times.ts'

/** Quiet hours in the time zone of the workspace, without reminders. */
const QUIET_FROM = 19
const QUIET_UNTIL = 8

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
  const { year, month, day } = wallClock(time, timeZone)
  const asIfUtc = Date.UTC(year, month - 1, day, QUIET_UNTIL)
  // The UTC offset at that time: computed twice, because the first guess may be on the other side of a clock change.
  let local = asIfUtc
  for (let round = 0; round < 2; round++) local = asIfUtc - aheadOfUtc(new Date(local).toISOString(), timeZone)
  return new Date(local).toISOString()
}

function aheadOfUtc(time: string, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(time, timeZone)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(Date.parse(time) / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a time zone. */
function wallClock(time: string, timeZone: string) {
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
