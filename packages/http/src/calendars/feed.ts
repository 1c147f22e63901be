import type { OutputOf, operations } from '@handrail/core'
import { compact, escaped, icsOf, wholeDay } from './ics.ts'

type CalendarDates = OutputOf<typeof operations.openCalendar>['data']

/** The word for a target without one of its guide. */
const TARGET: Readonly<Record<CalendarDates['language'], string>> = {
  en: 'Target date',
  de: 'Zieltermin',
  fr: 'Date cible',
  es: 'Fecha objetivo',
}

/**
 * The calendar of a person (RFC 5545, with the properties of RFC 7986 that say how often to fetch it). The same dates give the same
 * bytes, whenever they are fetched. All days are free: nobody is away because a step is due.
 * @param host part of the identifiers of events
 */
export function feedOf({ name, language, days }: CalendarDates, host: string): string {
  const header = [
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]
  const events = days.map(({ uid, date, title, about, url, changed_at }) => [
    `UID:${uid}@${host}`,
    `DTSTAMP:${compact(changed_at)}`,
    ...wholeDay(date),
    `SUMMARY:${escaped(`${title || TARGET[language]} (${about})`)}`,
    ...(url === null ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
  ])
  return icsOf(events, header)
}
