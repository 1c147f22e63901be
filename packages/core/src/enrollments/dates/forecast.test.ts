import { describe, expect, test } from 'vitest'
import {
  planOf,
  rule,
  section,
  someCalendar,
  someDate,
  someFacts,
  someSections,
  step,
} from '../../../test/dated-plans.ts'
import { ruleFaults } from '../../guides/dates/circles.ts'
import type { DueRule } from '../../guides/dates/due-rules.ts'
import { outlineOf } from '../../guides/dates/outline.ts'
import { createRandom } from '../../sample/random.ts'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { addCalendarDays, addWorkingDays, workingDaysBetween } from '../../working-calendar/working-days.ts'
import { type DatedPlan, type DateFacts, dueDates } from './due-dates.ts'
import { type Forecast, forecastOf } from './forecast.ts'

const CHAIN = [
  section('A', 'at_once', step('One', rule(2, 'enrolled')), step('Two', rule(2, 'previous'))),
  section('B', 'after_previous', step('Three', rule(2, 'previous'))),
]

function forecast(today: string, facts: Partial<DateFacts> = {}, sections = CHAIN): Forecast | null {
  return forecastOf(planOf(sections, facts), today)
}
const ends = (forecast_date: string | null, last_step_id: string, deciding_step_id = last_step_id) => ({
  forecast_date,
  last_step_id,
  deciding_step_id,
})

// Enrolled on Monday 2 November 2026: due on Wednesday 4, Friday 6 and Tuesday 10.
describe('the forecast', () => {
  test('is the due date of the last step while nothing is late', () => {
    expect(forecast('2026-11-02')).toEqual(ends('2026-11-10', 'Three'))
    expect(forecast('2026-11-04')).toEqual(ends('2026-11-10', 'Three'))
  })

  test('moves by as many working days as a step is late, and names that step', () => {
    expect(forecast('2026-11-05')).toEqual(ends('2026-11-11', 'Three', 'One'))
    expect(forecast('2026-11-06')).toEqual(ends('2026-11-12', 'Three', 'One'))
    expect(forecast('2026-11-12')).toEqual(ends('2026-11-18', 'Three', 'One'))
  })

  test('counts from the next working day on a day off, but leaves a step on the day off that somebody chose', () => {
    expect(forecast('2026-11-07')).toEqual(forecast('2026-11-09'))
    const sections = [section('A', 'at_once', step('One', rule(9, 'enrolled')))]
    const manual = new Map([['One', '2026-11-07']])
    expect(forecast('2026-11-07', { manual }, sections)).toEqual(ends('2026-11-07', 'One'))
    expect(forecast('2026-11-08', { manual }, sections)).toEqual(ends('2026-11-09', 'One'))
  })

  test('keeps what a step cost that was done late, and gains nothing from one that was done early', () => {
    const late = { done: new Map([['One', '2026-11-06']]) }
    expect(forecast('2026-11-06', late)).toEqual(ends('2026-11-12', 'Three', 'Two'))
    expect(forecast('2026-11-02', { done: new Map([['One', '2026-11-02']]) })).toEqual(ends('2026-11-10', 'Three'))
  })

  test('counts from today for a late step that others do not count from', () => {
    const sections = [section('A', 'at_once', step('One', rule(1, 'enrolled')), step('Two', rule(5, 'enrolled')))]
    expect(forecast('2026-11-05', {}, sections)).toEqual(ends('2026-11-09', 'Two'))
    expect(forecast('2026-11-12', {}, sections)).toEqual(ends('2026-11-12', 'Two'))
    expect(forecast('2026-11-12', { done: new Map([['Two', '2026-11-09']]) }, sections)).toEqual(
      ends('2026-11-12', 'One'),
    )
  })

  test('waits with a closed section for the steps before, or for the team as long', () => {
    for (const opens of ['after_previous', 'by_team'] as const) {
      const sections = [
        section('A', 'at_once', step('One', rule(5, 'enrolled'))),
        section('B', opens, step('Two', rule(3, 'opened')), step('Three')),
      ]
      expect(forecast('2026-11-02', {}, sections)).toEqual(ends('2026-11-12', 'Two', 'One'))
      expect(forecast('2026-11-11', {}, sections)).toEqual(ends('2026-11-16', 'Two', 'One'))
      const opened = { opened: new Map([['B', '2026-11-03']]), done: new Map([['One', '2026-11-03']]) }
      expect(forecast('2026-11-04', opened, sections)).toEqual(ends('2026-11-06', 'Two'))
    }
  })

  test('takes a section to open on its date, or today if that has passed', () => {
    const sections = [section('A', rule(5, 'enrolled'), step('One', rule(1, 'opened')))]
    expect(forecast('2026-11-02', {}, sections)).toEqual(ends('2026-11-10', 'One'))
    expect(forecast('2026-11-12', {}, sections)).toEqual(ends('2026-11-13', 'One'))
  })

  test('takes a start that has not happened to be today', () => {
    const sections = [section('A', 'at_once', step('One', rule(3, 'started')))]
    expect(forecast('2026-11-02', {}, sections)).toEqual(ends('2026-11-05', 'One'))
    expect(forecast('2026-11-06', {}, sections)).toEqual(ends('2026-11-11', 'One'))
    expect(forecast('2026-11-06', { started_on: '2026-11-05' }, sections)).toEqual(ends('2026-11-10', 'One'))
  })

  test('moves a date that a member set by as many working days as the step before it is late', () => {
    const manual = new Map([['Two', '2026-11-09']])
    expect(forecast('2026-11-04', { manual })).toEqual(ends('2026-11-11', 'Three'))
    expect(forecast('2026-11-06', { manual })).toEqual(ends('2026-11-13', 'Three', 'One'))
  })

  test('lets a section wait for all sections before, in which only counted steps are waited for', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(5, 'enrolled')), step('Optional', rule(50, 'enrolled'), false)),
      section('B', 'at_once', step('Two', rule(1, 'enrolled'))),
      section('C', 'after_previous', step('Three', rule(1, 'opened')), step('Four', rule(1, 'enrolled'))),
    ]
    expect(forecast('2026-11-02', {}, sections)).toEqual(ends('2026-11-10', 'Three', 'One'))
    const done = new Map([['Three', '2026-11-02']])
    expect(forecast('2026-11-02', { done }, sections)).toEqual(ends('2026-11-09', 'Four', 'One'))
  })

  test('names an open step that decides, not one that was done on the same day', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(2, 'enrolled')), step('Two', rule(2, 'enrolled'))),
      section('B', 'after_previous', step('Three', rule(1, 'opened'))),
    ]
    const done = new Map([['One', '2026-11-04']])
    expect(forecast('2026-11-04', { done }, sections)).toEqual(ends('2026-11-05', 'Three', 'Two'))
  })

  test('takes a step without a date to be done on the next working day, and its followers later', () => {
    const sections = [section('A', 'by_team', step('One'), step('Two', rule(1, 'previous')))]
    expect(forecast('2026-11-07', {}, sections)).toEqual(ends('2026-11-10', 'Two', 'One'))
  })

  test('leaves a date that a member set no earlier than the step without a date that it counts from', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(8, 'enrolled'))),
      section('B', 'after_previous', step('Two')),
      section('C', 'at_once', step('Three', rule(1, 'Two'))),
    ]
    const manual = new Map([['Three', '2026-11-05']])
    expect(forecast('2026-11-02', { manual }, sections)).toEqual(ends('2026-11-12', 'Three', 'One'))
  })

  test('counts from today in a calendar without working days', () => {
    const plan = planOf(
      [section('A', 'at_once', step('One', rule(2, 'enrolled', true)))],
      {},
      { working_days: [], holidays: [] },
    )
    expect(forecastOf(plan, '2026-11-10')).toEqual(ends('2026-11-10', 'One'))
  })

  test('gives a step without a date no time of its own', () => {
    const sections = [
      section('A', 'at_once', step('One'), step('Two', rule(3, 'previous'))),
      section('B', 'after_previous', step('Three')),
    ]
    expect(forecast('2026-11-06', {}, sections)).toEqual(ends('2026-11-11', 'Three', 'One'))
  })

  test('leaves out steps that do not count, but not what others count from', () => {
    const sections = [
      section('A', 'at_once', step('Internal', rule(1, 'enrolled'), false), step('One', rule(1, 'previous'))),
      section('B', 'at_once', step('Optional', rule(50, 'enrolled'), false)),
    ]
    expect(forecast('2026-11-10', {}, sections)).toEqual(ends('2026-11-11', 'One', 'Internal'))
  })

  test('does without sections that the team opens where the steps before count from them', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Two'))),
      section('B', 'by_team', step('Two', rule(3, 'opened'))),
    ]
    expect(forecast('2026-11-02', {}, sections)).toEqual(ends('2026-11-06', 'One', 'Two'))
  })

  test.each([
    ['a guide without dates', [section('A', 'at_once', step('One'), step('Two'))], {}],
    [
      'dates of steps that do not count',
      [section('A', 'at_once', step('One', rule(1, 'enrolled'), false), step('Two'))],
      {},
    ],
    ['dates of steps that are done', CHAIN, { done: new Map(['One', 'Two', 'Three'].map((id) => [id, '2026-11-03'])) }],
    [
      'a date that a member cleared',
      [section('A', 'at_once', step('One', rule(1, 'enrolled')))],
      { manual: new Map([['One', null]]) },
    ],
    ['a rule from a target that is not set', [section('A', 'at_once', step('One', rule(-1, 'target')))], {}],
    [
      'a guide with a circle',
      [section('A', 'at_once', step('One', rule(1, 'One')), step('Two', rule(1, 'enrolled')))],
      {},
    ],
  ])('is null for %s', (_, sections, facts) => {
    expect(forecast('2026-11-05', facts, sections)).toBeNull()
  })

  test('has no date after the year 9999', () => {
    expect(forecast('9999-12-31')).toEqual(ends(null, 'Three', 'One'))
  })
})

function somePlans(random: () => number, count: number) {
  const plans: DatedPlan[] = []
  while (plans.length < count) {
    const sections = someSections(random)
    if (ruleFaults(sections).some(({ code }) => code === 'circular')) continue
    const facts = someFacts(random, sections)
    plans.push({ outline: outlineOf(sections), calendar: workingDaysOf(someCalendar(random)), facts })
  }
  return plans
}

/** The forecast by following each rule to its beginning. */
function oneByOne(plan: DatedPlan, today: string): string | null {
  const { calendar, facts, outline } = plan
  const due = dueDates(plan)
  const days = new Map<string, string>()
  const latest = (...dates: (string | null | undefined)[]) => dates.reduce<string>((a, b) => (b && b > a ? b : a), '')
  const counted = outline.steps.filter((one) => one.counted)
  const dated = new Set<string>()

  function apply({ days: count, from, calendar_days }: DueRule, id: string | undefined, opening: () => string) {
    const enrollment = new Map([
      ['enrolled', facts.enrolled_on],
      ['started', facts.started_on ?? today],
      ['target', facts.target_date],
    ])
    const start = id ? latest(due.get(id), done(id)) : from === 'opened' ? opening() : enrollment.get(from)
    if (!start) return undefined
    const exact = calendar_days || (from === 'target' && count === 0)
    return String(exact ? addCalendarDays(start, count) : addWorkingDays(calendar, start, count))
  }
  function opening(at: number): string {
    const { id, opens, base } = outline.sections[at] ?? {}
    const opened = id && facts.opened.get(id)
    if (opened) return opened
    if (typeof opens === 'object') {
      const stepId = base === undefined ? undefined : outline.steps[base]?.id
      return latest(
        today,
        apply(opens, stepId, () => ''),
      )
    }
    if (opens === 'at_once') return facts.enrolled_on
    const before = counted.filter(({ section: own }) => own < at)
    const waits = opens === 'after_previous' || outline.teamWaits
    return latest(today, ...(waits ? before.map((one) => done(one.id)) : []))
  }
  function own(index: number): string | undefined {
    const { id, due: given, base, section: at } = outline.steps[index] ?? { id: '', section: 0 }
    const baseId = base === undefined ? undefined : outline.steps[base]?.id
    const manual = facts.manual.get(id)
    if (manual === null) return undefined
    if (!manual) return given ? apply(given, baseId, () => opening(at)) : undefined
    if (!baseId) return manual
    const planned = due.get(baseId)
    if (!planned) return latest(manual, done(baseId))
    const late = workingDaysBetween(calendar, planned, done(baseId))
    return late > 0 ? String(addWorkingDays(calendar, manual, late)) : manual
  }
  function done(id: string): string {
    const known = days.get(id) ?? facts.done.get(id)
    if (known) return known
    const index = outline.indexes.get(id) ?? 0
    const given = own(index)
    if (given) dated.add(id)
    const planned = latest(given, opening(outline.steps[index]?.section ?? 0))
    const day = given && planned >= today ? planned : latest(planned, addWorkingDays(calendar, today, 0))
    days.set(id, day)
    return day
  }
  const open = counted.filter(({ id }) => !facts.done.has(id)).map(({ id }) => ({ id, day: done(id) }))
  return open.some(({ id }) => dated.has(id)) ? latest(...open.map(({ day }) => day)) : null
}

describe('in any guide without circles', () => {
  const random = createRandom(41)
  const plans = somePlans(random, 2500)

  test('the forecast is never before today, nor before the due date of an open counted step', () => {
    for (const plan of plans) {
      const today = someDate(random)
      const dates = dueDates(plan)
      const open = plan.outline.steps.filter(({ id, counted }) => counted && !plan.facts.done.has(id))
      const given = forecastOf(plan, today)
      if (!given) {
        expect(open.every(({ id }) => !dates.get(id))).toBe(true)
        continue
      }
      expect(open.map(({ id }) => id)).toContain(given.last_step_id)
      expect(plan.facts.done.has(given.deciding_step_id)).toBe(false)
      for (const { id } of open) expect(String(given.forecast_date) >= (dates.get(id) ?? today)).toBe(true)
    }
  })

  test('the forecast is the one that its rules give, each by itself', () => {
    for (const plan of plans) {
      const today = someDate(random)
      expect(forecastOf(plan, today)?.forecast_date ?? null, JSON.stringify([plan, today])).toBe(oneByOne(plan, today))
    }
  })

  test('a later day never has an earlier forecast, nor one where there was none', () => {
    for (const plan of plans) {
      const today = someDate(random)
      const tomorrow = String(addCalendarDays(today, 1))
      const [before, after] = [forecastOf(plan, today), forecastOf(plan, tomorrow)]
      expect(before === null).toBe(after === null)
      expect(String(after?.forecast_date) >= String(before?.forecast_date), JSON.stringify(plan)).toBe(true)
    }
  })

  test('while no step is late and all sections are open, the forecast is the last due date', () => {
    for (const { outline, calendar, facts } of plans) {
      const opened = new Map(outline.sections.map(({ id }) => [id, facts.enrolled_on]))
      const plan = { outline, calendar, facts: { ...facts, opened, done: new Map(), started_on: facts.enrolled_on } }
      const dates = [...dueDates(plan).values()]
      if (dates.some((date) => date === null || date < facts.enrolled_on)) continue
      const counted = outline.steps.filter((each) => each.counted).map(({ id }) => dueDates(plan).get(id) ?? '')
      const last = counted.toSorted().at(-1)
      expect(forecastOf(plan, facts.enrolled_on)?.forecast_date).toBe(last)
    }
  })

  test('doing a step today that has a date never makes the forecast later', () => {
    for (const plan of plans) {
      const today = someDate(random)
      const given = forecastOf(plan, today)
      for (const { id } of plan.outline.steps) {
        if (!given || plan.facts.done.has(id)) continue
        const done = new Map([...plan.facts.done, [id, today]])
        const then = forecastOf({ ...plan, facts: { ...plan.facts, done } }, today)
        if (then && dueDates(plan).get(id)) expect(String(then.forecast_date) <= String(given.forecast_date)).toBe(true)
      }
    }
  })
})

test('a chain that is n working days late ends n working days later', () => {
  const random = createRandom(43)
  for (let round = 0; round < 500; round += 1) {
    const steps = Array.from({ length: 20 }, (_, at) =>
      step(`${at}`, rule(Math.floor(random() * 5), at === 0 ? 'enrolled' : 'previous')),
    )
    const plan = planOf([section('A', 'at_once', ...steps)], {}, someCalendar(random))
    const first = String(dueDates(plan).get('0'))
    const last = String(dueDates(plan).get('19'))
    const today = String(addCalendarDays(first, 1 + Math.floor(random() * 30)))
    const late = workingDaysBetween(plan.calendar, first, String(addWorkingDays(plan.calendar, today, 0)))
    const given = String(forecastOf(plan, today)?.forecast_date)
    expect(workingDaysBetween(plan.calendar, last, given)).toBe(late)
  }
})
