/** A day and an hour as clocks and calendars show them. Months count from 1; values beyond the calendar carry over, as in `Date.UTC`. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour?: number
}

/** The instant of a local time, in ISO 8601. A time that a change of the clocks skips is the one after it. */
export function instantOf({ year, month, day, hour = 0 }: LocalTime, timeZone: string): string {
  const asIfUtc = Date.UTC(year, month - 1, day, hour)
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
