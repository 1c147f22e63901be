import { expect, test } from 'vitest'
import { rule, section, step } from '../../../test/dated-plans.ts'
import { DEFAULT_CALENDAR } from '../../working-calendar/calendar.ts'
import { plannedDates } from './planned-dates.ts'

const MONDAY = '2026-11-02'

test('the dates of an enrollment that begins today: of steps by their rules, of sections when the steps before are expected', () => {
  const sections = [
    section('Start', 'at_once', step('Meet', rule(2, 'enrolled')), step('Read')),
    section('Build', 'after_previous', step('Plan', rule(1, 'opened')), step('Check', rule(1, 'previous', true))),
    section('Go', rule(10, 'started'), step('Live', rule(-1, 'target'))),
  ]
  const { steps, sections: openings } = plannedDates(sections, DEFAULT_CALENDAR, MONDAY, 22)
  expect(Object.fromEntries(steps)).toEqual({
    Meet: '2026-11-04',
    Plan: '2026-11-05',
    Check: '2026-11-06',
    Live: '2026-12-01',
  })
  expect(Object.fromEntries(openings)).toEqual({ Build: '2026-11-04', Go: '2026-11-16' })
})

test('a date that counts from a target is unknown without one, and dates that go in a circle are none', () => {
  const target = [section('Start', 'at_once', step('Meet', rule(-1, 'target')))]
  expect(plannedDates(target, DEFAULT_CALENDAR, MONDAY, null).steps.size).toBe(0)
  const circle = [
    section('Start', 'at_once', step('A', rule(1, 'B')), step('B', rule(1, 'A')), step('C', rule(1, 'enrolled'))),
  ]
  expect(plannedDates(circle, DEFAULT_CALENDAR, MONDAY, null).steps.size).toBe(0)
})
