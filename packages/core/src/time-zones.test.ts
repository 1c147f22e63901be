import { expect, test } from 'vitest'
import { weeksUntil } from './overview/figures.ts'
import { instantOf, wallClock } from './time-zones.ts'

test.each([
  ['Europe/Berlin', { year: 2026, month: 11, day: 1 }, '2026-10-31T23:00:00.000Z'],
  ['Europe/Berlin', { year: 2026, month: 7, day: 1 }, '2026-06-30T22:00:00.000Z'],
  ['America/Los_Angeles', { year: 2026, month: 1, day: 1 }, '2026-01-01T08:00:00.000Z'],
  ['Asia/Kathmandu', { year: 2026, month: 1, day: 1, hour: 9 }, '2026-01-01T03:15:00.000Z'],
  ['UTC', { year: 2026, month: 0, day: 1 }, '2025-12-01T00:00:00.000Z'],
  ['America/Havana', { year: 2026, month: 3, day: 8, hour: 1 }, '2026-03-08T05:00:00.000Z'],
  ['America/Havana', { year: 2026, month: 3, day: 7, hour: 23 }, '2026-03-08T04:00:00.000Z'],
])('a local time in %s is the instant that its clocks show', (zone, local, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
})

test.each([
  ['America/Havana', { year: 2026, month: 3, day: 8 }, '2026-03-08T05:00:00.000Z'],
  ['America/Santiago', { year: 2026, month: 9, day: 6 }, '2026-09-06T04:00:00.000Z'],
  ['Europe/Berlin', { year: 2026, month: 3, day: 29, hour: 2 }, '2026-03-29T01:00:00.000Z'],
  ['Pacific/Apia', { year: 2011, month: 12, day: 30 }, '2011-12-30T10:00:00.000Z'],
])('a local time in %s that the clocks skip is as much later as they are put forward', (zone, local, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
})

test.each([
  ['America/Havana', { year: 2026, month: 11, day: 1 }, '2026-11-01T04:00:00.000Z'],
  ['Europe/Berlin', { year: 2026, month: 10, day: 25, hour: 2 }, '2026-10-25T00:00:00.000Z'],
])('of a local time in %s that comes twice, the first counts', (zone, local, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
})

test('the local time of an instant is that of the clocks there', () => {
  expect(wallClock('2026-10-25T00:30:00.000Z', 'Europe/Berlin')).toMatchObject({ day: 25, hour: 2, minute: 30 })
  expect(wallClock('2026-10-25T01:30:00.000Z', 'Europe/Berlin')).toMatchObject({ day: 25, hour: 2, minute: 30 })
})

test('the week in which the clocks change has another length, without a gap to its neighbours', () => {
  const weeks = weeksUntil('2026-10-28T12:00:00.000Z', 3, 'Europe/Berlin')
  const hours = weeks.map(({ from, until }) => (Date.parse(until) - Date.parse(from)) / 3_600_000)
  expect(hours).toEqual([168, 169, 168])
  expect(weeks.map(({ from }) => from).slice(1)).toEqual(weeks.map(({ until }) => until).slice(0, -1))
})
