import { describe, expect, test } from 'vitest'
import { planOf, rule, section, someDate, someFacts, someSections, step } from '../../../test/dated-plans.ts'
import { createRandom } from '../../sample/random.ts'
import { dueDates } from './due-dates.ts'
import { movedBy, withChange } from './moved-by.ts'

const SECTIONS = [
  section('Connect', 'at_once', step('Send', rule(2, 'enrolled')), step('Check', rule(3, 'previous'))),
  section('Build', 'by_team', step('Choose', rule(1, 'previous')), step('Build', rule(4, 'previous'))),
  section('Train', 'after_previous', step('Invite', rule(-2, 'target')), step('Live', rule(0, 'target'))),
]

// Due on Wednesday 4, Monday 9, Tuesday 10 and Monday 16 November; Thursday 10 and Monday 14 December.
const PLAN = planOf(SECTIONS, { target_date: '2026-12-14' })

describe('a date that a member changes', () => {
  test('moves the steps that count from it, also those of closed sections, by as many working days', () => {
    expect(movedBy(PLAN, { step_id: 'Check', date: '2026-11-10' })).toEqual({
      steps: [
        { step_id: 'Choose', due_on_before: '2026-11-10', due_on: '2026-11-11', days: 1, working_days: 1 },
        { step_id: 'Build', due_on_before: '2026-11-16', due_on: '2026-11-17', days: 1, working_days: 1 },
      ],
      working_days: 1,
    })
  })

  test('moves a step over a weekend by three days, and by one working day like the others', () => {
    const { steps, working_days } = movedBy(PLAN, { step_id: 'Check', date: '2026-11-12' })
    expect(steps.map(({ days }) => days)).toEqual([3, 3])
    expect(working_days).toBe(3)
    const friday = movedBy(planOf(SECTIONS, { manual: new Map([['Check', '2026-11-12']]) }), {
      step_id: 'Check',
      date: '2026-11-13',
    })
    expect(friday.steps.map(({ days }) => days)).toEqual([3, 1])
    expect(friday.working_days).toBe(1)
  })

  test('moves nothing if nothing counts from it', () => {
    expect(movedBy(PLAN, { step_id: 'Live', date: '2026-12-16' })).toEqual({ steps: [], working_days: null })
  })

  test('moves neither steps that are done nor those with a date of their own', () => {
    const facts = {
      ...PLAN.facts,
      done: new Map([['Choose', '2026-11-05']]),
      manual: new Map([['Build', '2026-11-20']]),
    }
    expect(movedBy({ ...PLAN, facts }, { step_id: 'Check', date: '2026-11-10' }).steps).toEqual([])
  })

  test('takes the dates of others away if it is cleared, and gives them back with the date of the guide', () => {
    const cleared = { step_id: 'Check', date: null }
    expect(movedBy(PLAN, cleared).steps).toEqual([
      { step_id: 'Choose', due_on_before: '2026-11-10', due_on: null, days: null, working_days: null },
      { step_id: 'Build', due_on_before: '2026-11-16', due_on: null, days: null, working_days: null },
    ])
    const facts = withChange(PLAN.facts, cleared)
    const back = movedBy({ ...PLAN, facts }, { step_id: 'Check', date: undefined })
    expect(back.steps.map(({ due_on }) => due_on)).toEqual(['2026-11-10', '2026-11-16'])
  })

  test('moves what counts from the target with the target', () => {
    const { steps, working_days } = movedBy(PLAN, { target_date: '2026-12-16' })
    expect(steps.map(({ step_id, due_on }) => [step_id, due_on])).toEqual([
      ['Invite', '2026-12-14'],
      ['Live', '2026-12-16'],
    ])
    expect(working_days).toBe(2)
  })

  test('is given as no number of days if the steps move by different ones', () => {
    const sections = [
      section(
        'A',
        'at_once',
        step('One', rule(1, 'enrolled')),
        step('Two', rule(1, 'One')),
        step('Three', rule(1, 'One', true)),
      ),
    ]
    const { steps, working_days } = movedBy(planOf(sections), { step_id: 'One', date: '2026-11-06' })
    expect(steps.map((moved) => moved.working_days)).toEqual([3, 2])
    expect(working_days).toBeNull()
  })
})

test('what a change says that it moves is what has moved after it, in any guide', () => {
  const random = createRandom(31)
  for (let round = 0; round < 2000; round += 1) {
    const sections = someSections(random)
    const plan = planOf(sections, someFacts(random, sections))
    const step_id = plan.outline.steps[Math.floor(random() * plan.outline.steps.length)]?.id
    const date = [someDate(random), null, undefined][round % 3]
    const change = step_id === undefined || random() < 0.3 ? { target_date: someDate(random) } : { step_id, date }
    const before = dueDates(plan)
    const after = dueDates({ ...plan, facts: withChange(plan.facts, change) })
    const moved = new Map(movedBy(plan, change).steps.map((one) => [one.step_id, one.due_on]))
    for (const [id, due_on] of after) {
      const isOther = !('step_id' in change && change.step_id === id) && !plan.facts.done.has(id)
      expect(moved.has(id)).toBe(isOther && before.get(id) !== due_on)
      if (moved.has(id)) expect(moved.get(id)).toBe(due_on)
    }
  }
})
