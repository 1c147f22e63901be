import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFormats, daysSince } from './formats.ts'

const english = createFormats('en-GB')
const german = createFormats('de')

const previousZone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  if (previousZone === undefined) delete process.env.TZ
  else process.env.TZ = previousZone
})
// 09:00 in Berlin, on a Tuesday.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T08:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-11-03T22:59:00.000Z', '3 Nov', '3. Nov.'],
  ['2026-11-03T23:00:00.000Z', '4 Nov', '4. Nov.'],
  ['2025-12-31T22:59:00.000Z', '31 Dec 2025', '31. Dez. 2025'],
  ['2025-12-31T23:00:00.000Z', '1 Jan', '1. Jan.'],
])(
  'day of %s: it begins at midnight of the reader, and has its year if that is not the current one',
  (time, ...days) => {
    // Formats are created in the time zone of the process.
    expect([createFormats('en-GB').day(time), createFormats('de').day(time)]).toEqual(days)
  },
)

test.each([
  ['2026-03-29T00:59:00.000Z', '29 Mar, 01:59', '29. März, 01:59', '01:59'],
  ['2026-03-29T01:00:00.000Z', '29 Mar, 03:00', '29. März, 03:00', '03:00'],
  ['2026-10-25T00:30:00.000Z', '25 Oct, 02:30', '25. Okt., 02:30', '02:30'],
  ['2026-10-25T01:30:00.000Z', '25 Oct, 02:30', '25. Okt., 02:30', '02:30'],
])('time of %s: it follows the summer time of the reader', (time, inEnglish, inGerman, clock) => {
  const [en, de] = [createFormats('en-GB'), createFormats('de')]
  expect([en.dayTime(time), de.dayTime(time), en.time(time), de.time(time)]).toEqual([
    inEnglish,
    inGerman,
    clock,
    clock,
  ])
})

test('month and day: they are those of the given time zone, also for a reader whose clock still shows the ones before', () => {
  process.env.TZ = 'America/New_York'
  try {
    const month = '2026-11-01T00:00:00.000Z'
    const [english, german] = [createFormats('en-GB'), createFormats('de')]
    expect([english.month(month, 'UTC'), german.month(month, 'UTC')]).toEqual(['Nov 2026', 'Nov. 2026'])
    expect([english.month(month, 'America/Lima'), english.day(month, 'UTC')]).toEqual(['Oct 2026', '1 Nov'])
  } finally {
    process.env.TZ = 'Europe/Berlin'
  }
})

test.each([
  ['2026-11-24T08:00:00.000Z', 'this minute', 'in dieser Minute'],
  ['2026-11-24T07:59:01.000Z', 'this minute', 'in dieser Minute'],
  ['2026-11-24T07:59:00.000Z', '1 minute ago', 'vor 1 Minute'],
  ['2026-11-24T07:00:01.000Z', '59 minutes ago', 'vor 59 Minuten'],
  ['2026-11-24T07:00:00.000Z', '1 hour ago', 'vor 1 Stunde'],
  ['2026-11-24T10:30:00.000Z', 'in 2 hours', 'in 2 Stunden'],
  ['2026-11-23T22:30:00.000Z', '9 hours ago', 'vor 9 Stunden'],
  ['2026-11-23T08:00:00.000Z', 'yesterday', 'gestern'],
  ['2026-11-22T23:00:00.000Z', 'yesterday', 'gestern'],
  ['2026-11-22T22:59:00.000Z', '2 days ago', 'vorgestern'],
  ['2026-11-25T22:59:00.000Z', 'tomorrow', 'morgen'],
  ['2026-11-25T23:00:00.000Z', 'in 2 days', 'übermorgen'],
  ['2026-10-25T08:00:00.000Z', '30 days ago', 'vor 30 Tagen'],
])('relative time of %s: minutes and hours are whole ones, and days those of the calendar', (time, ...texts) => {
  expect([english.ago(time), german.ago(time)]).toEqual(texts)
})

test('relative time across the change of clocks: a day of 23 or 25 hours counts as one day', () => {
  vi.setSystemTime(Date.parse('2026-10-25T22:30:00.000Z'))
  expect([english.ago('2026-10-24T21:30:00.000Z'), german.ago('2026-10-24T21:30:00.000Z')]).toEqual([
    'yesterday',
    'gestern',
  ])
  vi.setSystemTime(Date.parse('2026-03-31T06:00:00.000Z'))
  expect([english.ago('2026-03-28T07:00:00.000Z'), german.ago('2026-03-28T07:00:00.000Z')]).toEqual([
    '3 days ago',
    'vor 3 Tagen',
  ])
})

test('days since a time: only whole days of 24 hours count', () => {
  expect(['2026-11-23T08:00:00.000Z', '2026-11-23T08:00:01.000Z', '2026-11-24T08:00:01.000Z'].map(daysSince)).toEqual([
    1, 0, -1,
  ])
})

test('numbers: separators, decimals, percentages and sizes are those of the language', () => {
  const all = ({ number, decimal, percent, bytes }: typeof english) => [
    number(1_234_567),
    decimal(4),
    decimal(1234.56),
    percent(12.5),
    bytes(512),
    bytes(999_900),
    bytes(1_000_000),
    bytes(1_550_000_000),
  ]
  expect(all(english)).toEqual(['1,234,567', '4.0', '1,234.6', '13%', '0.5 kB', '999.9 kB', '1 MB', '1,550 MB'])
  expect(all(german)).toEqual(['1.234.567', '4,0', '1.234,6', '13\u00a0%', '0,5 kB', '999,9 kB', '1 MB', '1.550 MB'])
})
