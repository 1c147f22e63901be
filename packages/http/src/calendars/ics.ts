/** A calendar of some events, each as its lines without the marks around it (RFC 5545). @param header lines of the calendar itself */
export function icsOf(events: readonly (readonly string[])[], header: readonly string[] = []): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Handrail//Guide//EN',
    ...header,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const DAY_MS = 86_400_000

/** The lines of a whole day, which ends at the beginning of the next one. @param day `2026-12-03` */
export function wholeDay(day: string): string[] {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString()
  return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(next.slice(0, 10))}`]
}

/** `20261203T090000Z`, or `20261203`. */
export function compact(time: string): string {
  return time.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** A text on one line (RFC 5545 section 3.3.11). */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
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
