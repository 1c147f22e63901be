export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The time some milliseconds after another, or before it: ISO 8601 in UTC with milliseconds, as all times are kept. */
export function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString()
}

/** What a clock says, as all times are kept; written once a millisecond, since that takes longer than asking. */
export function isoClock(clock: () => Date): () => string {
  let asked = Number.NaN
  let text = ''
  return () => {
    const time = clock()
    if (time.getTime() !== asked) {
      asked = time.getTime()
      text = time.toISOString()
    }
    return text
  }
}

/** The day of a time in a time zone: `2026-11-20`. */
export function dayIn(time_zone: string, time: string): string {
  // The Canadian way of writing dates is that of ISO 8601.
  return new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(new Date(time))
}

/** Whole seconds since 1970, as tokens and signatures tell the time. */
export function unixTime(time: string): number {
  return Math.floor(Date.parse(time) / SECOND_MS)
}
