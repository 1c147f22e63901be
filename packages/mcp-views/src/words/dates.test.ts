import { expect, test } from 'vitest'
import { dayOf, endOfDay } from './dates.ts'

test.each([
  ['UTC', '2031-01-15', '2031-01-15T23:59:59.000Z'],
  ['Europe/Berlin', '2031-01-15', '2031-01-15T22:59:59.000Z'],
  ['America/Los_Angeles', '2031-07-01', '2031-07-02T06:59:59.000Z'],
  ['Pacific/Kiritimati', '2031-01-15', '2031-01-15T09:59:59.000Z'],
  // The days on which the clock changes.
  ['Europe/Berlin', '2031-03-30', '2031-03-30T21:59:59.000Z'],
  ['America/Los_Angeles', '2031-11-02', '2031-11-03T07:59:59.000Z'],
])('in %s, %s ends at %s', (timeZone, day, time) => {
  expect(endOfDay({ timeZone }, day)).toBe(time)
  expect(dayOf({ timeZone }, Date.parse(time))).toBe(day)
  expect(dayOf({ timeZone }, Date.parse(time) + 1000)).not.toBe(day)
})
