import type { Place } from '../host/context.ts'

const DAY_MS = 86_400_000

/** A day of the calendar, such as "Mon 23 Nov". */
export function dayText({ locale }: Place, day: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, format).format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

/** A time with its day, where the person is. */
export function timeText({ locale, timeZone }: Place, time: string | number): string {
  const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(locale, format).format(new Date(time))
}

export function clockText({ locale, timeZone }: Place, time: string | number): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(time))
}

/** From one day to another. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS)
}

/** How many days a day is past, where the person is; negative while it is to come. */
export function daysPast({ timeZone }: Place, day: string): number {
  // The Swedish form is that of ISO 8601.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date())
  return Math.round((Date.parse(today) - Date.parse(day.slice(0, 10))) / DAY_MS)
}
