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
import { type DatedSection, outlineOf } from '../../guides/dates/outline.ts'
import { createRandom } from '../../sample/random.ts'
import { workingDaysOf } from '../../working-calendar/calendar.ts'
import { addCalendarDays, addWorkingDays } from '../../working-calendar/working-days.ts'
import { type DatedPlan, type DateFacts, dueDates } from './due-dates.ts'

function datesOf(plan: DatedPlan): Record<string, string | null> {
  return Object.fromEntries(dueDates(plan))
}

/** The due date of one step by its rule, in the second section, which opens in the given way. */
function dateBy(due: DueRule, facts: Partial<DateFacts> = {}, opens: DatedSection['opens'] = 'at_once') {
  const first = section('A', 'at_once', step('Before', rule(2, 'enrolled')), step('Undated'))
  return datesOf(planOf([first, section('B', opens, step('Asked', due))], facts)).Asked
}

// 2026-11-02, the day of the enrollment, is a Monday.
describe('a due date', () => {
  test('counts from the enrollment', () => {
    expect(dateBy(rule(5, 'enrolled'))).toBe('2026-11-09')
    expect(dateBy(rule(5, 'enrolled', true))).toBe('2026-11-07')
  })

  test('counts from the start, and there is none before it', () => {
    expect(dateBy(rule(3, 'started'))).toBeNull()
    expect(dateBy(rule(3, 'started'), { started_on: '2026-11-05' })).toBe('2026-11-10')
  })

  test('counts back from the target, and there is none without it', () => {
    expect(dateBy(rule(-3, 'target'))).toBeNull()
    expect(dateBy(rule(-3, 'target'), { target_date: '2026-12-15' })).toBe('2026-12-10')
    expect(dateBy(rule(0, 'target'), { target_date: '2026-12-12' })).toBe('2026-12-12')
  })

  test('counts from the due date of another step, however early or late that is done', () => {
    expect(dateBy(rule(3, 'Before'))).toBe('2026-11-09')
    expect(dateBy(rule(3, 'Before'), { done: new Map([['Before', '2026-11-27']]) })).toBe('2026-11-09')
    expect(dateBy(rule(3, 'Before'), { done: new Map([['Before', '2026-11-02']]) })).toBe('2026-11-09')
  })

  test('counts from the day on which another step is done if that has no date, and there is none before', () => {
    expect(dateBy(rule(3, 'previous'))).toBeNull()
    expect(dateBy(rule(3, 'previous'), { done: new Map([['Undated', '2026-11-05']]) })).toBe('2026-11-10')
  })

  test('counts from the opening of its section, and there is none before it', () => {
    const opened = new Map([['B', '2026-11-12']])
    expect(dateBy(rule(2, 'opened'))).toBe('2026-11-04')
    for (const opens of ['after_previous', 'by_team'] as const) {
      expect(dateBy(rule(2, 'opened'), {}, opens)).toBeNull()
      expect(dateBy(rule(2, 'opened'), { opened }, opens)).toBe('2026-11-16')
    }
  })

  test('counts from the date on which its section will open, and from the day of the opening if a member opened it earlier', () => {
    const opens = rule(4, 'Before')
    expect(dateBy(rule(2, 'opened'), {}, opens)).toBe('2026-11-12')
    expect(dateBy(rule(2, 'opened'), { opened: new Map([['B', '2026-11-03']]) }, opens)).toBe('2026-11-05')
  })

  test('counts from the enrollment where a section waits for no step', () => {
    const sections = [section('A', 'after_previous', step('One', rule(1, 'opened')))]
    expect(datesOf(planOf(sections))).toEqual({ One: '2026-11-03' })
    const optional = section('Read', 'at_once', step('Optional', undefined, false))
    expect(datesOf(planOf([optional, ...sections])).One).toBe('2026-11-03')
  })

  test('is not there without a rule, for a rule without a base, and after the year 9999', () => {
    const sections = [
      section('A', 'at_once', step('First', rule(1, 'previous')), step('Plain'), step('Gone', rule(1, 'nobody'))),
      section('B', 'at_once', step('Last', rule(3650, 'enrolled'))),
    ]
    expect(datesOf(planOf(sections, { enrolled_on: '9999-01-01' }))).toEqual({
      First: null,
      Plain: null,
      Gone: null,
      Last: null,
    })
  })

  test('stays where a member set or cleared it, and others count from it', () => {
    const sections = [
      section(
        'A',
        'at_once',
        step('One', rule(1, 'enrolled')),
        step('Two', rule(1, 'One')),
        step('Three', rule(1, 'Two')),
      ),
    ]
    const plan = (facts: Partial<DateFacts>) => datesOf(planOf(sections, facts))
    const manual = new Map([['Two', '2026-11-20']])
    expect(plan({ manual })).toEqual({ One: '2026-11-03', Two: '2026-11-20', Three: '2026-11-23' })
    expect(plan({ manual, enrolled_on: '2026-11-09' }).Two).toBe('2026-11-20')
    expect(plan({ manual: new Map([['Two', null]]) })).toEqual({ One: '2026-11-03', Two: null, Three: null })
  })

  test('follows a chain as long as the longest guide', () => {
    const steps = (at: number) =>
      Array.from({ length: 200 }, (_, index) =>
        step(`${at}.${index}`, rule(1, at + index > 0 ? 'previous' : 'enrolled')),
      )
    const sections = Array.from({ length: 100 }, (_, at) => section(`${at}`, 'at_once', ...steps(at)))
    expect(dueDates(planOf(sections)).get('99.199')).toBe(addWorkingDays(planOf([]).calendar, '2026-11-02', 20_000))
  })
})

/** The same rule by rule, following each to its beginning. */
function oneByOne({ outline, calendar, facts }: DatedPlan): Map<string, string | null> {
  const all = outline.sections.flatMap((own) => own.steps.map((each) => ({ ...each, own })))
  const later = (date: string | null | undefined, { days, from, calendar_days }: DueRule) => {
    if (!date) return null
    return calendar_days || (from === 'target' && days === 0)
      ? addCalendarDays(date, days)
      : addWorkingDays(calendar, date, days)
  }
  const ofEnrollment = (from: string) =>
    from === 'enrolled'
      ? facts.enrolled_on
      : from === 'started'
        ? facts.started_on
        : from === 'target'
          ? facts.target_date
          : null
  const ofStep = (id: string | undefined): string | null =>
    id === undefined ? null : (dueOf(id) ?? facts.done.get(id) ?? null)
  function openingOf({ id, opens }: (typeof all)[number]['own']): string | null {
    if (facts.opened.has(id)) return facts.opened.get(id) ?? null
    if (typeof opens !== 'object') return opens === 'at_once' ? facts.enrolled_on : null
    return later(ofEnrollment(opens.from) ?? (opens.from.includes('.') ? ofStep(opens.from) : null), opens)
  }
  function dueOf(id: string): string | null {
    if (facts.manual.has(id)) return facts.manual.get(id) ?? null
    const at = all.findIndex((each) => each.id === id)
    const { due, own } = all[at] ?? {}
    if (!due || !own) return null
    if (due.from === 'previous') return later(ofStep(all[at - 1]?.id), due)
    if (due.from === 'opened') return later(openingOf(own), due)
    return later(due.from.includes('.') ? ofStep(due.from) : ofEnrollment(due.from), due)
  }
  return new Map(all.map(({ id }) => [id, dueOf(id)]))
}

describe('in any guide without circles', () => {
  const random = createRandom(21)
  const plans: DatedPlan[] = []
  while (plans.length < 3000) {
    const sections = someSections(random)
    if (ruleFaults(sections).some(({ code }) => code === 'circular')) continue
    const facts = someFacts(random, sections)
    plans.push({ outline: outlineOf(sections), calendar: workingDaysOf(someCalendar(random)), facts })
  }

  test('due dates are those that each rule gives by itself', () => {
    for (const plan of plans) expect(dueDates(plan), JSON.stringify(plan.outline.sections)).toEqual(oneByOne(plan))
  })

  test('manual dates stay, whatever else happens', () => {
    for (const plan of plans) {
      const others = someFacts(random, plan.outline.sections)
      const dates = dueDates({ ...plan, facts: { ...others, manual: plan.facts.manual } })
      const own = outlineIds(plan).filter((id) => plan.facts.manual.has(id))
      expect(own.map((id) => dates.get(id))).toEqual(own.map((id) => plan.facts.manual.get(id)))
    }
  })

  test('a step that has a date keeps it when any step is done', () => {
    for (const plan of plans) {
      const before = dueDates(plan)
      const done = new Map([
        ...plan.facts.done,
        ...outlineIds(plan).map((id): [string, string] => [id, someDate(random)]),
      ])
      for (const [id, date] of dueDates({ ...plan, facts: { ...plan.facts, done } })) {
        const waited = before.get(id) === null || dependsOnUndated(plan, id)
        if (!waited) expect(date).toBe(before.get(id))
      }
    }
  })

  test('the order in which facts are given has no part in the dates', () => {
    for (const plan of plans) {
      const { done, opened, manual } = plan.facts
      const facts = { ...plan.facts, done: reversed(done), opened: reversed(opened), manual: reversed(manual) }
      expect(dueDates({ ...plan, facts })).toEqual(dueDates(plan))
    }
  })
})

function outlineIds({ outline }: DatedPlan): string[] {
  return outline.steps.map(({ id }) => id)
}

/** Whether a date counts, at its beginning, from the day on which a step without a date was done. */
function dependsOnUndated({ outline, calendar, facts }: DatedPlan, id: string): boolean {
  const without = dueDates({ outline, calendar, facts: { ...facts, done: new Map() } })
  return without.get(id) === null
}

function reversed<T>(map: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...map].toReversed())
}

test('a guide with circles gets an answer, in which the dates that members set are as they set them', () => {
  const random = createRandom(22)
  for (let guide = 0; guide < 1000; guide += 1) {
    const sections = someSections(random)
    const plan = planOf(sections, someFacts(random, sections))
    const dates = dueDates(plan)
    expect([...dates.keys()]).toEqual(outlineIds(plan))
    for (const [id, date] of plan.facts.manual) expect(dates.get(id)).toBe(date)
  }
})
