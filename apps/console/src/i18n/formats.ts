const DAY_MS = 86_400_000

/** Formats of days, times and numbers in a language and in the time zone of the reader. */
export interface Formats {
  /** `4 Nov`, with the year if it is not the current one. In the time zone of the reader, or in the given one. */
  day(time: string, timeZone?: string): string
  /** `Nov 2026`, for a month that begins at this time in a time zone. */
  month(time: string, timeZone: string): string
  /** `Thu 3 Dec`, of a date such as `2026-12-03`; with the year if it is not the current one. */
  date(date: string): string
  /** `Monday`, by the number of ISO 8601: 1. */
  weekday(number: number): string
  /** `4 Nov, 14:20` */
  dayTime(time: string): string
  /** `4 November 2026 at 14:20:05 CET`, for what is kept. */
  exactTime(time: string): string
  /** `14:20` */
  time(time: string): string
  /** `Wednesday 25 November`, of a date of the calendar. */
  longDay(date: string): string
  /** `3 days ago`, `in 2 hours`. From 24 hours on it counts the days of the calendar. */
  ago(time: string): string
  number(value: number): string
  /** With one decimal, also for whole numbers, so that the numbers of a column align. */
  decimal(value: number): string
  percent(value: number): string
  bytes(value: number): string
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function createFormats(locale: string): Formats {
  const day = zoned(locale, { day: 'numeric', month: 'short' })
  const dayOfYear = zoned(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const dayTime = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const exactTime = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' })
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const month = zoned(locale, { month: 'short', year: 'numeric' })
  const date = zoned(locale, { weekday: 'short', day: 'numeric', month: 'short' })('UTC')
  const dateOfYear = zoned(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })('UTC')
  const weekday = zoned(locale, { weekday: 'long' })('UTC')
  const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return {
    day(time, timeZone) {
      const date = new Date(time)
      return (date.getFullYear() === new Date().getFullYear() ? day : dayOfYear)(timeZone).format(date)
    },
    month: (time, timeZone) => month(timeZone).format(new Date(time)),
    date(given) {
      const noon = new Date(`${given}T12:00:00Z`)
      return (noon.getUTCFullYear() === new Date().getFullYear() ? date : dateOfYear).format(noon)
    },
    // 1 January 1900 was a Monday.
    weekday: (number) => weekday.format(new Date(Date.UTC(1900, 0, number))),
    longDay: (date) => longDay.format(new Date(date)),
    exactTime: (time) => exactTime.format(new Date(time)),
    time: (time) => clock.format(new Date(time)),
    dayTime: (time) => dayTime.format(new Date(time)),
    ago(time) {
      const now = Date.now()
      const passed = Date.parse(time) - now
      if (Math.abs(passed) >= DAY_MS) return relative.format(calendarDays(now, Date.parse(time)), 'day')
      const [unit, length] = UNITS.find(([, least]) => Math.abs(passed) >= least) ?? ['minute', 60_000]
      return relative.format(Math.trunc(passed / length), unit)
    },
    number: (value) => number.format(value),
    decimal: (value) => decimal.format(value),
    percent: (value) => percent.format(value / 100),
    bytes: (value) => (value < 1e6 ? `${size.format(value / 1e3)} kB` : `${size.format(value / 1e6)} MB`),
  }
}

/** One format for each time zone: creating one takes longer than using it. */
function zoned(locale: string, options: Intl.DateTimeFormatOptions): (timeZone?: string) => Intl.DateTimeFormat {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) })
    formats.set(timeZone, format)
    return format
  }
}

/** The days of the calendar from one time to another. Days of 23 or 25 hours, when the clocks change, count as one. */
function calendarDays(from: number, to: number): number {
  return Math.round((midnightOf(to) - midnightOf(from)) / DAY_MS)
}

function midnightOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

/** Whole days of 24 hours since a time. */
export function daysSince(time: string): number {
  return Math.floor((Date.now() - Date.parse(time)) / DAY_MS)
}
