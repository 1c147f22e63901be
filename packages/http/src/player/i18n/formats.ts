/** How a language writes what is counted and dated. */
export interface Formats {
  /** `Friday 4 December`, with the year where it is not this one. */
  day(time: string, time_zone: string, now: string): string
  /** `18 Nov`, for what is past. */
  shortDay(time: string, time_zone: string): string
  /** `25 November 2026 at 10:20:05 GMT+1`. */
  moment(time: string, time_zone: string): string
  /** `3 December`, of a day of the calendar. */
  plainDay(day: string): string
  /** `Tue 8 December`, of a day of the calendar. */
  weekDay(day: string): string
  /** `tomorrow`, `in 13 days`. */
  inDays(count: number): string
  /** A day of the calendar, which is the same everywhere: `2026-12-04`. */
  date(day: string): string
  /** `10:00`, as clocks show it. @param time in 24 hours */
  clock(time: string): string
  number(value: number): string
  percent(value: number): string
  /** `25 MB`. */
  size(bytes: number): string
  /** `PDF, CSV or photos`. */
  either(names: readonly string[]): string
  /** A number as people type it. */
  typed(value: number): string
  /** The number that somebody has typed; undefined where it is none. */
  parseNumber(text: string): number | undefined
}

/** @returns what gives the formats of a locale; making one takes longer than a page, so they are kept */
export function createFormats(): (locale: string) => Formats {
  const dates = new Map<string, Intl.DateTimeFormat>()
  const shortDates = new Map<string, Intl.DateTimeFormat>()
  const formats = new Map<string, Formats>()

  function dateFormat(locale: string, timeZone: string, withYear: boolean): Intl.DateTimeFormat {
    const key = `${locale} ${timeZone} ${withYear}`
    const known = dates.get(key)
    if (known) return known
    const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
    const made = new Intl.DateTimeFormat(locale, withYear ? { ...options, year: 'numeric' } : options)
    dates.set(key, made)
    return made
  }

  function shortDateFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
    const key = `${locale} ${timeZone}`
    const known = shortDates.get(key)
    if (known) return known
    const made = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone })
    shortDates.set(key, made)
    return made
  }

  function made(locale: string): Formats {
    const plainDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const weekDay = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
    const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false })
    const either = new Intl.ListFormat(locale, { type: 'disjunction' })
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
    return {
      day: (time, time_zone, now) =>
        dateFormat(locale, time_zone, time.slice(0, 4) !== now.slice(0, 4)).format(new Date(time)),
      shortDay: (time, time_zone) => shortDateFormat(locale, time_zone).format(new Date(time)),
      moment: (time, timeZone) =>
        new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(time)),
      plainDay: (day) => plainDay.format(new Date(`${day}T00:00:00Z`)),
      weekDay: (day) => weekDay.format(new Date(`${day}T00:00:00Z`)),
      inDays: (count) => relative.format(count, 'day'),
      date: (day) => dateFormat(locale, 'UTC', true).format(new Date(`${day}T00:00:00Z`)),
      clock: (time) => clock.format(new Date(`1970-01-01T${time}:00Z`)),
      number: (value) => number.format(value),
      percent: (value) => percent.format(value / 100),
      size: (bytes) => sizeIn(locale, bytes),
      either: (names) => either.format(names),
      typed: (value) => plain.format(value),
      parseNumber: (text) => parseNumber(text, number),
    }
  }

  return (locale) => {
    const known = formats.get(locale) ?? made(locale)
    formats.set(locale, known)
    return known
  }
}

/** `1.500` is fifteen hundred to a German, and one and a half to others; `1,5` and `1.5` are clear. */
function parseNumber(text: string, format: Intl.NumberFormat): number | undefined {
  const parts = format.formatToParts(-12345.6)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const plain = text
    .trim()
    .replaceAll(/[\s'’\u00a0\u202f]/g, '')
    .replace(/^[−–]/, '-')
  const group = decimal === ',' ? '.' : ','
  const grouped = new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`)
  const canonical = grouped.test(plain) ? plain.replaceAll(group, '').replace(decimal, '.') : plain.replace(',', '.')
  return /^-?\d+(?:\.\d+)?$/.test(canonical) ? Number(canonical) : undefined
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function sizeIn(locale: string, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const unit = UNITS[power] ?? 'byte'
  const unitDisplay = power === 0 ? ('long' as const) : ('short' as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / 1024 ** power,
  )
}
