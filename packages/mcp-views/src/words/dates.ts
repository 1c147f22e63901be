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

/** The day of a time where the person is, as `2026-11-20`. */
export function dayOf({ timeZone }: Pick<Place, 'timeZone'>, time: number): string {
  // The Swedish form is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}

/** How many days a day is past, where the person is; negative while it is to come. */
export function daysPast(place: Place, day: string): number {
  return Math.round((Date.parse(dayOf(place, Date.now())) - Date.parse(day.slice(0, 10))) / DAY_MS)
}

/** The last second of a day where the person is, as an ISO 8601 UTC time. @param day as `2026-11-20` */
export function endOfDay({ timeZone }: Pick<Place, 'timeZone'>, day: string): string {
  const asUtc = Date.parse(`${day}T23:59:59Z`)
  const shownAt = (time: number) =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time).replace(' ', 'T')}Z`,
    )
  const first = asUtc - (shownAt(asUtc) - asUtc)
  // The clock may be changed between the two.
  return new Date(first - (shownAt(first) - asUtc)).toISOString()
}
