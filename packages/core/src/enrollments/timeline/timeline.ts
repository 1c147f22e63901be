import { openingOf } from '../../guides/dates/outline.ts'
import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import { type DatedPlan, dueDays, factDays } from '../dates/due-dates.ts'
import { expectedDays } from '../dates/expected-days.ts'
import { forecastOf } from '../dates/forecast.ts'

/** The days of a step on the timeline of its plan. */
export interface StepDays {
  id: string
  starts_on: string
  due_on: string | null
  expected_on: string | null
  done_on: string | null
}

/**
 * When each step starts, is due, is expected and was done. A step starts when the step that its date counts from is done, or is
 * to be done by the plan, but not before its section opens; and never after it is due or done.
 * @param isOpen whether anything is still expected
 */
export function timelineOf(plan: DatedPlan, { today, isOpen }: { today: string; isOpen: boolean }) {
  const { outline, facts } = plan
  const { enrolled_on, target_date } = facts
  const due = dueDays(plan)
  // Rules in a circle give no dates.
  const isCircular = outline.circles.length > 0
  const { expected, dated } = isCircular ? { expected: [], dated: [] } : expectedDays(plan, due, dayNumber(today))
  const dayOf = factDays(facts)
  const plannedDay = (node: number) =>
    dayOf.done(outline.steps[node]?.id) ?? due[node] ?? expected[node]?.day ?? dayOf.enrolled
  const steps = outline.steps.map(({ id, base, section }, index): StepDays => {
    const opening = expected[openingOf(outline, section)]?.day ?? dayOf.enrolled
    const start = base === undefined ? opening : Math.max(opening, plannedDay(base))
    const done = dayOf.done(id)
    const end = done ?? due[index]
    const hasForecast = isOpen && done === null && dated[index] === 1
    return {
      id,
      starts_on: dateOf(Math.min(start, end ?? start)) ?? enrolled_on,
      due_on: dateOf(due[index]),
      expected_on: hasForecast ? dateOf(expected[index]?.day) : null,
      done_on: dateOf(done),
    }
  })
  const forecast = isOpen ? forecastOf(plan, today) : null
  return { enrolled_on, today, target_date, forecast_date: forecast?.forecast_date ?? null, steps }
}
