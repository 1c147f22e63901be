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
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Handrail//Guide//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(now)}`,
    ...timesOf(appointment, time_zone),
    `SUMMARY:${escaped(title)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** An hour, unless the end is written. */
function timesOf({ day, time, until }: Appointment, time_zone: string): string[] {
  if (time === undefined) {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString()
    return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(next.slice(0, 10))}`]
  }
  const start = instantOf(day, time, time_zone)
  const end = until === undefined ? start + HOUR_MS : instantOf(day, until, time_zone)
  // An end before the start is on the next day.
  const after = end > start ? end : end + DAY_MS
  return [`DTSTART:${compact(new Date(start).toISOString())}`, `DTEND:${compact(new Date(after).toISOString())}`]
}

/** `20261203T090000Z`, or `20261203`. */
function compact(time: string): string {
  return time.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
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

/** RFC 5545 section 3.3.11. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s+/g, ' ')
}

/** RFC 5545 section 3.1: lines of 75 octets at most. */
function folded(line: string): string {
  let folds = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 74) {
      folds += '\r\n '
      octets = 1
    }
    folds += character
    octets += size
  }
  return folds
}
