import { expect, test } from 'vitest'
import { feedOf } from './feed.ts'
import { escaped, icsOf } from './ics.ts'

const DAY = {
  uid: 'a-b',
  kind: 'step' as const,
  date: '2026-12-31',
  title: 'Connect; check, and \\ done',
  about: 'Northwind',
  url: null,
  changed_at: '2026-11-20T12:00:00.000Z',
}

test('text is on one line, without characters that end one or separate values', () => {
  expect(escaped('a;b,c\\d\r\nBEGIN:VEVENT\u0000\u0007')).toBe('a\\;b\\,c\\\\d BEGIN:VEVENT')
})

test('lines have 75 octets at most, and no character is split', () => {
  const lines = icsOf([[`SUMMARY:${'🎯ä'.repeat(60)}`]]).split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${'🎯ä'.repeat(60)}`)
})

test('a day is an event of a whole day that keeps nobody busy, the same at any time', () => {
  const calendar = {
    name: 'Acme',
    language: 'de' as const,
    days: [DAY, { ...DAY, uid: 't', kind: 'target' as const, title: '' }],
  }
  const feed = feedOf(calendar, 'handrail.example')
  expect(feed).toBe(feedOf(calendar, 'handrail.example'))
  expect(feed.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(feed.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const event = [
    'BEGIN:VEVENT',
    'UID:a-b@handrail.example',
    'DTSTAMP:20261120T120000Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Connect\\; check\\, and \\\\ done (Northwind)',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
  expect(feed).toContain(event.join('\r\n'))
  expect(feed).toContain('SUMMARY:Zieltermin (Northwind)')
})
