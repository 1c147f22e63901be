import { expect, test } from 'vitest'
import type { DueRule } from '../../guides/dates/due-rules.ts'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import { dayOfRule } from './rule-day.ts'

// 2026-12-12 is a Saturday.
test.each<[DueRule, string, string]>([
  [{ days: 0, from: 'target' }, '2026-12-12', 'the target itself, although nobody works on it'],
  [{ days: -1, from: 'target' }, '2026-12-11', 'the last working day before'],
  [{ days: 1, from: 'target' }, '2026-12-14', 'the first working day after'],
  [{ days: 0, from: 'started' }, '2026-12-14', 'the next working day'],
  [{ days: 0, from: 'started', calendar_days: true }, '2026-12-12', 'the day itself'],
  [{ days: 3, from: 'started', calendar_days: true }, '2026-12-15', 'three days later, whoever works'],
])('from a Saturday, %j is %s: %s', (due, expected) => {
  const calendar = workingDaysOf({ working_days: [1, 2, 3, 4, 5], holidays: [] })
  expect(dateOf(dayOfRule(calendar, dayNumber('2026-12-12'), due))).toBe(expected)
})
