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
  const start = instantOf(day, time, time_zone)
  const end = until === undefined ? start + HOUR_MS : instantOf(day, until, time_zone)
  // An end before the start is on the next day.
  const after = end > start ? end : end + DAY_MS
  return [`DTSTART:${compact(new Date(start).toISOString())}`, `DTEND:${compact(new Date(after).toISOString())}`]
}

/** The instant of a time on the clocks of a time zone. */
function instantOf(day: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const offset = (at: number) => wallAt(at, timeZone) - at
  // Twice, because the offset can change between the guess and the instant.
  return wall - offset(wall - offset(wall))
}

/** The time that clocks of a time zone show at an instant, as if it were UTC. */
function wallAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`)
}
