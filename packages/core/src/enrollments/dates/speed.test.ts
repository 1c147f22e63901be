import { expect, test } from 'vitest'
import { planOf, rule, section, step } from '../../../test/dated-plans.ts'
import { ruleFaults } from '../../guides/dates/circles.ts'
import { outlineOf } from '../../guides/dates/outline.ts'
import { type DatedPlan, dueDates } from './due-dates.ts'
import { forecastOf } from './forecast.ts'
import { healthOf } from './health.ts'
import { movedBy } from './moved-by.ts'

/** Sections of 200 steps that count from each other and from openings. */
function planWith(sections: number): DatedPlan {
  const due = (at: number, index: number) => {
    if (at + index === 0) return rule(1, 'enrolled')
    return index % 7 === 3 ? rule(2, 'opened') : rule(1, 'previous')
  }
  const all = Array.from({ length: sections }, (_, at) =>
    section(
      `${at}`,
      at % 3 === 0 ? 'by_team' : 'after_previous',
      ...Array.from({ length: 200 }, (_, index) => step(`${at}.${index}`, due(at, index))),
    ),
  )
  return planOf(all, { target_date: '2090-01-02' })
}

const TODAY = '2026-11-02'
const MOMENT = { now: `${TODAY}T12:00:00.000Z`, today: TODAY, time_zone: 'Europe/Berlin' }
const SIGNALS = { stuck: [], inactive: new Map([['0.0', null]]), stalls_at: null }

test.each<[string, (plan: DatedPlan) => unknown]>([
  ['the outline', ({ outline }) => outlineOf(outline.sections)],
  ['the faults of rules', ({ outline }) => ruleFaults(outline.sections)],
  ['the due dates', dueDates],
  ['what a change moves', (plan) => movedBy(plan, { step_id: '0.0', date: '2026-11-30' })],
  ['the forecast', (plan) => forecastOf(plan, TODAY)],
  ['the health', (plan) => healthOf(plan, SIGNALS, MOMENT)],
])('computing %s of a guide of 20,000 steps takes at most ten times as long as reading its JSON', (_, compute) => {
  const plan = planWith(100)
  const times = { read: Number.POSITIVE_INFINITY, computed: Number.POSITIVE_INFINITY }
  // Whatever else the machine does adds to both. A computation that is quadratic takes more than twenty times as long.
  for (let round = 0; round < 3 || (round < 40 && times.computed > times.read * 10); round += 1) {
    times.read = Math.min(
      times.read,
      duration(() => JSON.parse(JSON.stringify(plan.outline.sections))),
    )
    times.computed = Math.min(
      times.computed,
      duration(() => compute(plan)),
    )
  }
  expect(times.computed / times.read).toBeLessThan(10)
})

function duration(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
