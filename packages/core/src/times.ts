export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A time plus some milliseconds, which may be negative: ISO 8601 in UTC with milliseconds, as all times are stored. */
export function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString()
}

/** A clock in the stored form of times; formatted once per millisecond, because that costs more than reading the clock. */
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

/** By time zone: creating one takes a hundred times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day of a time in a time zone: `2026-11-20`. */
export function dayIn(time_zone: string, time: string): string {
  let format = dayFormats.get(time_zone)
  if (!format) {
    // Canadian dates have the format of ISO 8601.
    format = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
    dayFormats.set(time_zone, format)
  }
  return format.format(new Date(time))
}

/** Whole seconds since 1970, as in tokens and signatures. */
export function unixTime(time: string): number {
  return Math.floor(Date.parse(time) / SECOND_MS)
}
