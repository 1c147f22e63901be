import { expect, test } from 'vitest'
import { quietHoursEnd } from './quiet-hours.ts'

test.each([
  ['midday', '2026-11-20T12:00:00.000Z', 'UTC', undefined],
  ['eight sharp', '2026-11-20T08:00:00.000Z', 'UTC', undefined],
  ['a moment before eight', '2026-11-20T07:59:59.999Z', 'UTC', '2026-11-20T08:00:00.000Z'],
  ['the last waking moment', '2026-11-20T18:59:59.999Z', 'UTC', undefined],
  ['the evening', '2026-11-20T19:00:00.000Z', 'UTC', '2026-11-21T08:00:00.000Z'],
  ['midnight', '2026-11-20T00:00:00.000Z', 'UTC', '2026-11-20T08:00:00.000Z'],
  ['the last day of a year', '2026-12-31T23:30:00.000Z', 'UTC', '2027-01-01T08:00:00.000Z'],
  ['day here, night in Tokyo', '2026-11-20T12:00:00.000Z', 'Asia/Tokyo', '2026-11-20T23:00:00.000Z'],
  ['day in Berlin', '2026-11-20T07:00:00.000Z', 'Europe/Berlin', undefined],
  ['half-hour zones', '2026-11-20T01:00:00.000Z', 'Asia/Kolkata', '2026-11-20T02:30:00.000Z'],
  // The night in which the clocks go forward is an hour shorter, the one in which they go back an hour longer.
  ['before clocks go forward', '2026-03-28T20:00:00.000Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['after clocks went forward', '2026-03-29T01:30:00.000Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['before clocks go back', '2026-10-24T20:00:00.000Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['in the hour that comes twice', '2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['across the Atlantic', '2026-03-08T05:30:00.000Z', 'America/New_York', '2026-03-08T12:00:00.000Z'],
])('%s', (_when, time, zone, morning) => {
  expect(quietHoursEnd(time, zone)).toBe(morning)
})
