import { instantOf } from '@handrail/core/internal'
import { compact, escaped, icsOf, wholeDay } from '../../calendars/ics.ts'
import type { Appointment } from './closing.ts'

interface Entry {
  uid: string
  title: string
  appointment: Appointment
  time_zone: string
  now: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A calendar with one event (RFC 5545). It does not contain the address of the guide, which is a credential. */
export function calendarEntry({ uid, title, appointment, time_zone, now }: Entry): string {
  const event = [
    `UID:${uid}`,
    `DTSTAMP:${compact(now)}`,
    ...timesOf(appointment, time_zone),
    `SUMMARY:${escaped(title)}`,
  ]
  return icsOf([event])
}

/** An hour, unless the end is written. */
function timesOf({ day, time, until }: Appointment, time_zone: string): string[] {
  if (time === undefined) return wholeDay(day)
  const start = startOf(day, time, time_zone)
  const end = until === undefined ? start + HOUR_MS : startOf(day, until, time_zone)
  // An end before the start is on the next day.
  const after = end > start ? end : end + DAY_MS
  return [`DTSTART:${compact(new Date(start).toISOString())}`, `DTEND:${compact(new Date(after).toISOString())}`]
}

/** The instant of a time on the clocks of a time zone, in milliseconds. */
function startOf(date: string, time: string, timeZone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return Date.parse(instantOf({ year, month, day, hour, minute }, timeZone))
}
