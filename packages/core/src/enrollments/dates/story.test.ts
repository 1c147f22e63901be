import { describe, expect, test } from 'vitest'
import { planOf, rule, section, step } from '../../../test/dated-plans.ts'
import { calendarDaysBetween } from '../../working-calendar/working-days.ts'
import { dueDates } from './due-dates.ts'
import { forecastOf } from './forecast.ts'
import { healthOf } from './health.ts'
import { movedBy, withChange } from './moved-by.ts'

/** Northwind Logistics on Wednesday 25 November 2026: goes live on 15 December, and is late. */
const SECTIONS = [
  section(
    'Kick-off',
    'at_once',
    step('Meet your team', rule(1, 'enrolled')),
    step('Go-live date', rule(2, 'previous')),
  ),
  section(
    'Connect your data',
    'after_previous',
    step('Where your data lives', rule(2, 'opened')),
    step('Create a read-only user', rule(3, 'previous')),
    step('Allow our addresses', rule(2, 'previous')),
    step('Send a sample export', rule(3, 'previous')),
    step('Connect and check', rule(3, 'previous')),
    step('Check the row limit', rule(11, 'enrolled'), false),
    step('Approve the scope', rule(1, 'Connect and check')),
  ),
  section(
    'Build your dashboards',
    'by_team',
    step('Choose five metrics', rule(1, 'previous')),
    step('Build the first dashboards', rule(2, 'previous')),
    step('Check the invoice totals', rule(2, 'previous')),
  ),
  section(
    'Train and go live',
    'after_previous',
    step('Invite your people', rule(1, 'previous')),
    step('Training for managers', rule(1, 'previous')),
    step('Go live', rule(0, 'target')),
  ),
]
const TODAY = '2026-11-25'
const PLAN = planOf(SECTIONS, {
  enrolled_on: '2026-11-10',
  started_on: '2026-11-10',
  target_date: '2026-12-15',
  done: new Map([
    ['Meet your team', '2026-11-11'],
    ['Go-live date', '2026-11-16'],
    ['Where your data lives', '2026-11-18'],
  ]),
  opened: new Map([['Connect your data', '2026-11-16']]),
})
const MOVE = { step_id: 'Connect and check', date: '2026-12-04' }

describe('a plan that is late', () => {
  test('keeps its due dates, in closed sections too', () => {
    const dates = dueDates(PLAN)
    expect(dates.get('Create a read-only user')).toBe('2026-11-23')
    expect(dates.get('Allow our addresses')).toBe(TODAY)
    expect(dates.get('Connect and check')).toBe('2026-12-03')
    expect(dates.get('Check the row limit')).toBe(TODAY)
    expect(dates.get('Approve the scope')).toBe('2026-12-04')
    expect(dates.get('Check the invoice totals')).toBe('2026-12-11')
    expect(dates.get('Go live')).toBe('2026-12-15')
  })

  test('is late by its step, not by the internal one or those of today', () => {
    const moment = { now: `${TODAY}T12:00:00.000Z`, today: TODAY, time_zone: 'Europe/Berlin' }
    const { health, reason } = healthOf(PLAN, { stuck: [], inactive: new Map(), stalls_at: null }, moment)
    expect(health).toBe('late')
    expect(reason).toEqual({ code: 'step_late', step_id: 'Create a read-only user', due_on: '2026-11-23' })
    expect(calendarDaysBetween('2026-11-23', TODAY)).toBe(2)
  })

  test('ends two days after its target, because of the step that is two days late', () => {
    expect(forecastOf(PLAN, TODAY)).toEqual({
      forecast_date: '2026-12-17',
      last_step_id: 'Training for managers',
      deciding_step_id: 'Create a read-only user',
    })
  })

  test('ends a day later still if a date that six steps count from is moved by one day', () => {
    const { steps, working_days } = movedBy(PLAN, MOVE)
    expect(steps).toHaveLength(6)
    expect(working_days).toBe(1)
    const plan = { ...PLAN, facts: withChange(PLAN.facts, MOVE) }
    expect(forecastOf(plan, TODAY)?.forecast_date).toBe('2026-12-18')
  })
})
