import { expect, test } from 'vitest'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { endOfDay, endOfSoon, endOfWeek, isFirstOfWeek, nextMorning, nextWorkingMorning, turnAt } from './morning.ts'

const WEEK = workingDaysOf({ working_days: [1, 2, 3, 4, 5], holidays: ['2026-12-24', '2026-12-25', '2026-11-30'] })
const NEVER = workingDaysOf({ working_days: [], holidays: [] })

test.each([
  // Clocks are put back on 25 October 2026 in Berlin, and forward on 28 March 2027.
  ['Europe/Berlin', '2026-10-24T10:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['Europe/Berlin', '2026-10-23T10:00:00.000Z', '2026-10-24T06:00:00.000Z'],
  ['Europe/Berlin', '2027-03-27T10:00:00.000Z', '2027-03-28T06:00:00.000Z'],
  ['America/New_York', '2026-11-01T03:59:00.000Z', '2026-11-01T13:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-20T14:59:00.000Z', '2026-11-20T23:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-20T15:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-20T09:59:00.000Z', '2026-11-20T18:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-20T10:59:00.000Z', '2026-11-20T19:00:00.000Z'],
])('the next morning in %s after %s is %s', (timeZone, time, morning) => {
  expect(nextMorning(time, timeZone)).toBe(morning)
})

test.each([
  ['on a working day in the morning', '2026-11-20T07:00:00.000Z', { today: '2026-11-20' }],
  ['later on that day', '2026-11-20T17:59:00.000Z', { today: '2026-11-20' }],
  ['too early', '2026-11-20T06:59:00.000Z', { next: '2026-11-20T07:00:00.000Z' }],
  ['too late, before a weekend', '2026-11-20T18:00:00.000Z', { next: '2026-11-21T07:00:00.000Z' }],
  ['on a Saturday', '2026-11-21T07:00:00.000Z', { next: '2026-11-23T07:00:00.000Z' }],
  ['on the day before a holiday', '2026-12-23T18:30:00.000Z', { next: '2026-12-24T07:00:00.000Z' }],
  [
    'on a holiday, with another one and a weekend behind it',
    '2026-12-24T07:00:00.000Z',
    { next: '2026-12-28T07:00:00.000Z' },
  ],
])('whether it is the time of the mail in Berlin: %s', (_, time, turn) => {
  expect(turnAt(time, 'Europe/Berlin', WEEK)).toEqual(turn)
})

test('where nobody ever works, a person is looked at again after a week', () => {
  expect(nextWorkingMorning('2026-11-20T07:00:00.000Z', 'UTC', NEVER)).toBe('2026-11-27T07:00:00.000Z')
  expect(turnAt('2026-11-20T08:00:00.000Z', 'UTC', NEVER)).toEqual({ next: '2026-11-27T08:00:00.000Z' })
  expect(isFirstOfWeek('2026-11-23', NEVER)).toBe(false)
})

test.each([
  ['2026-11-20', '2026-11-22', '2026-11-24', false],
  ['2026-11-22', '2026-11-22', '2026-11-24', false],
  ['2026-11-23', '2026-11-29', '2026-11-25', true],
  // Monday is a holiday.
  ['2026-12-01', '2026-12-06', '2026-12-03', true],
  ['2026-11-26', '2026-11-29', '2026-12-01', false],
])('%s: the week ends on %s, soon is until %s, and whether its week begins with it', (date, week, soon, isFirst) => {
  expect([endOfWeek(date), endOfSoon(date, WEEK), isFirstOfWeek(date, WEEK)]).toEqual([week, soon, isFirst])
})

test('a mail of a day is not sent after midnight of its reader', () => {
  expect(endOfDay('2026-11-20T07:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-20T23:00:00.000Z')
  expect(endOfDay('2026-10-25T07:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
})
