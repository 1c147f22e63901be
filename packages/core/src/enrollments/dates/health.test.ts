import { describe, expect, test } from 'vitest'
import { planOf, rule, section, step } from '../../../test/dated-plans.ts'
import { dayIn } from '../../times.ts'
import { HEALTHS } from '../contract.ts'
import type { DateFacts } from './due-dates.ts'
import { healthOf } from './health.ts'
import { HealthReason, type HealthSignals } from './health-reason.ts'

const QUIET: HealthSignals = { stuck: [], inactive: new Map(), stalls_at: null }
const BERLIN = 'Europe/Berlin'

// Enrolled on Monday 2 November 2026: due on Wednesday 4 and Monday 9.
const SECTIONS = [section('A', 'at_once', step('One', rule(2, 'enrolled')), step('Two', rule(3, 'previous')))]

interface Given {
  facts?: Partial<DateFacts>
  signals?: Partial<HealthSignals>
  sections?: typeof SECTIONS
  zone?: string
}

/** The health at noon of a day in UTC. */
function health(date: string, { facts = {}, signals = {}, sections = SECTIONS, zone = BERLIN }: Given = {}) {
  const now = `${date}T12:00:00.000Z`
  const moment = { now, today: dayIn(zone, now), time_zone: zone }
  return healthOf(planOf(sections, facts), { ...QUIET, ...signals }, moment)
}
const done = (...ids: string[]) => new Map(ids.map((id) => [id, '2026-11-03']))

describe('an enrollment is late', () => {
  test('from the day after the due date of a counted step on, with the step as the reason', () => {
    expect(health('2026-11-04')).toEqual({ health: 'on_track', reason: null, turns_at: '2026-11-04T23:00:00.000Z' })
    const reason = { code: 'step_late', step_id: 'One', due_on: '2026-11-04' }
    expect(health('2026-11-05')).toEqual({ health: 'late', reason, turns_at: null })
    expect(health('2026-11-30')).toEqual({ health: 'late', reason, turns_at: null })
  })

  test('from the day after the target on', () => {
    const facts = { target_date: '2026-11-06', done: done('One') }
    expect(health('2026-11-07', { facts })).toEqual({
      health: 'late',
      reason: { code: 'target_passed', target_date: '2026-11-06' },
      turns_at: null,
    })
  })

  test('not yet on the day of the target', () => {
    const facts = { target_date: '2026-11-06', done: done('One') }
    expect(health('2026-11-06', { facts })).toMatchObject({ health: 'at_risk', turns_at: '2026-11-06T23:00:00.000Z' })
  })

  test('by the date that is longest past, and by the step if both are on one day', () => {
    const facts = { target_date: '2026-11-03' }
    expect(health('2026-11-12', { facts }).reason?.code).toBe('target_passed')
    expect(health('2026-11-12', { facts: { target_date: '2026-11-04' } }).reason?.code).toBe('step_late')
  })

  test('by the first step in the guide of those that were due on one day', () => {
    const sections = [section('A', 'at_once', step('B', rule(2, 'enrolled')), step('A', rule(2, 'enrolled')))]
    expect(health('2026-11-09', { sections }).reason).toEqual({ code: 'step_late', step_id: 'B', due_on: '2026-11-04' })
  })

  test('not by steps that are done or do not count', () => {
    expect(health('2026-11-06', { facts: { done: done('One') } }).health).toBe('on_track')
    const sections = [
      section('A', 'at_once', step('Internal', rule(1, 'enrolled'), false), step('One', rule(9, 'enrolled'))),
    ]
    expect(health('2026-11-06', { sections }).health).toBe('on_track')
  })
})

describe('an enrollment is at risk', () => {
  test('while somebody is stuck, until the step is done', () => {
    const signals = { stuck: [{ step_id: 'One', participant_id: 'yuki' }] }
    const reason = { code: 'stuck', step_id: 'One', participant_id: 'yuki' }
    expect(health('2026-11-03', { signals })).toMatchObject({ health: 'at_risk', reason })
    expect(health('2026-11-03', { signals, facts: { done: done('One') } }).health).toBe('on_track')
    const anywhere = { stuck: [{ step_id: null, participant_id: null }] }
    expect(health('2026-11-03', { signals: anywhere, facts: { done: done('One') } }).health).toBe('at_risk')
  })

  test('if the forecast is after the target, from the day on which it is', () => {
    const sections = [
      section('A', 'at_once', step('One'), step('Two', rule(3, 'previous')), step('Live', rule(0, 'target'))),
    ]
    const facts = { target_date: '2026-11-12' }
    // Two takes three working days from the day on which One is done: the last is Monday 9 November.
    expect(health('2026-11-06', { sections, facts })).toMatchObject({
      health: 'on_track',
      turns_at: '2026-11-09T23:00:00.000Z',
    })
    expect(health('2026-11-10', { sections, facts })).toEqual({
      health: 'at_risk',
      reason: { code: 'forecast_after_target', target_date: '2026-11-12' },
      turns_at: '2026-11-12T23:00:00.000Z',
    })
    expect(health('2026-11-02', { facts: { target_date: '2026-11-06' } }).reason?.code).toBe('forecast_after_target')
  })

  test('from the working day before a due date on, if the responsible person has not been active', () => {
    const signals = { inactive: new Map([['Two', 'yuki']]) }
    const facts = { done: done('One') }
    expect(health('2026-11-05', { signals, facts })).toMatchObject({
      health: 'on_track',
      turns_at: '2026-11-05T23:00:00.000Z',
    })
    const reason = { code: 'due_soon', step_id: 'Two', due_on: '2026-11-09', participant_id: 'yuki' }
    // Friday, and the weekend.
    for (const day of ['2026-11-06', '2026-11-07', '2026-11-09'])
      expect(health(day, { signals, facts })).toEqual({
        health: 'at_risk',
        reason,
        turns_at: '2026-11-09T23:00:00.000Z',
      })
  })

  test('from the very time on at which it stalls', () => {
    const signals = { stalls_at: '2026-11-03T12:00:00.000Z' }
    expect(health('2026-11-02', { signals })).toMatchObject({ health: 'on_track', turns_at: signals.stalls_at })
    expect(health('2026-11-03', { signals })).toEqual({
      health: 'at_risk',
      reason: { code: 'stalled' },
      turns_at: '2026-11-04T23:00:00.000Z',
    })
  })

  test('by the gravest reason: late before stuck, the forecast, a date that is near, and stalling', () => {
    const signals = {
      stuck: [{ step_id: 'Two', participant_id: null }],
      inactive: new Map([['One', null]]),
      stalls_at: '2026-11-01T00:00:00.000Z',
    }
    const facts = { target_date: '2026-11-06' }
    const codes = [
      health('2026-11-05', { signals, facts }),
      health('2026-11-04', { signals, facts }),
      health('2026-11-04', { signals: { ...signals, stuck: [] }, facts }),
      health('2026-11-04', { signals: { ...signals, stuck: [] } }),
      health('2026-11-02', { signals: { ...signals, stuck: [] } }),
    ].map(({ reason }) => reason?.code)
    expect(codes).toEqual(['step_late', 'stuck', 'forecast_after_target', 'due_soon', 'stalled'])
  })
})

describe('an enrollment has no health', () => {
  const none = { health: 'none', reason: null, turns_at: null }
  const signals = { stuck: [{ step_id: null, participant_id: null }], stalls_at: '2026-11-01T00:00:00.000Z' }

  test('without dates of counted steps and without a target, whatever people say', () => {
    const undated = [section('A', 'at_once', step('One'), step('Two', rule(1, 'started')))]
    expect(health('2026-11-10', { sections: undated, signals })).toEqual(none)
    const optional = [section('A', 'at_once', step('One'), step('Optional', rule(1, 'enrolled'), false))]
    expect(health('2026-11-10', { sections: optional })).toEqual(none)
    expect(health('2026-11-10', { sections: undated, facts: { target_date: '2026-12-01' } }).health).not.toBe('none')
  })

  test('once all counted steps are done, however late', () => {
    const facts = { done: done('One', 'Two'), target_date: '2026-11-05' }
    expect(health('2026-11-30', { facts, signals })).toEqual(none)
  })
})

test.each([
  ['Europe/Berlin', '2026-11-04T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-05T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-04T10:00:00.000Z'],
])('a day ends at midnight of the workspace in %s', (zone, turns_at) => {
  expect(health('2026-11-03', { zone }).turns_at).toBe(turns_at)
})

test('every reason has the form of its schema', () => {
  const all = [
    { code: 'step_late', step_id: 'One', due_on: '2026-11-04' },
    { code: 'target_passed', target_date: '2026-11-06' },
    { code: 'stuck', step_id: null, participant_id: null },
    { code: 'forecast_after_target', target_date: '2026-11-06' },
    { code: 'due_soon', step_id: 'Two', due_on: '2026-11-09', participant_id: null },
    { code: 'stalled' },
  ]
  for (const reason of all) expect(HealthReason.parse(reason)).toEqual(reason)
  expect(HEALTHS).toEqual(['late', 'at_risk', 'on_track', 'none'])
})
