import { expect, test } from 'vitest'
import { holidayLines, parseHolidays } from './holidays.ts'

test.each([
  ['2026-12-25', { date: '2026-12-25', name: '' }],
  ['  2026-12-25 Christmas Day ', { date: '2026-12-25', name: 'Christmas Day' }],
  ['2026-12-25, Christmas Day', { date: '2026-12-25', name: 'Christmas Day' }],
  ['25.12.2026\tErster Weihnachtstag', { date: '2026-12-25', name: 'Erster Weihnachtstag' }],
  ['1.5.2026;Tag der Arbeit', { date: '2026-05-01', name: 'Tag der Arbeit' }],
])('the line %j is a holiday', (line, holiday) => {
  expect(parseHolidays(line)).toEqual({ holidays: [holiday], unread: [] })
})

test('lines without a date of the calendar are told by their numbers, and empty lines are left out', () => {
  const { holidays, unread } = parseHolidays('2026-01-01\r\n\n2026-02-30 Nothing\nChristmas\n12/25/2026\n31.04.2026\n')
  expect(holidays).toEqual([{ date: '2026-01-01', name: '' }])
  expect(unread).toEqual([3, 4, 5, 6])
})

test('holidays as lines are read as the same ones', () => {
  const holidays = [
    { date: '2026-05-01', name: 'Labour Day' },
    { date: '2026-12-24', name: '' },
  ]
  expect(parseHolidays(holidayLines(holidays))).toEqual({ holidays, unread: [] })
})
