import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import { type DatedPlan, dueDays } from './due-dates.ts'
import { type Expected, expectedDays } from './expected-days.ts'

/** The end that an enrollment comes to at this pace. */
export interface Forecast {
  /** Null if it is after the year 9999. */
  forecast_date: string | null
  /** The counted step that ends last. */
  last_step_id: string
  /** The open step that decides the end: the late one at the beginning of the chain, or the last step if none moves it. */
  deciding_step_id: string
}

/**
 * The day on which the last open counted step will be done if every step takes the time that the plan gives it from now on.
 *
 * An open step is done on its due date, but not before its section opens, nor before the step that it counts from leaves it
 * as much time as planned: working days for dates that a member set. What is late, or has no date, is done today, or on the next
 * working day. A section that waits, for the steps before or for the team, opens on the day on which those steps are done. A
 * start that has not happened is today. Never earlier than the due dates: those who are ahead may use their time. Null if no
 * open counted step has a date, or a rule that will give one.
 */
export function forecastOf(plan: DatedPlan, today: string): Forecast | null {
  const end = forecastOn(plan, dueDays(plan), dayNumber(today))
  if (!end) return null
  const idOf = (index: number) => plan.outline.steps[index]?.id ?? ''
  return { forecast_date: dateOf(end.day), last_step_id: idOf(end.last), deciding_step_id: idOf(end.deciding) }
}

/** The same by numbers: never earlier for a later today. @param due of `dueDays` */
export function forecastOn(plan: DatedPlan, due: readonly (number | null)[], today: number) {
  if (plan.outline.circles.length > 0) return undefined
  const { expected, dated } = expectedDays(plan, due, today)
  let end: (Expected & { last: number }) | undefined
  let anyDated = false
  for (const [index, { id, counted }] of plan.outline.steps.entries()) {
    const own = expected[index]
    if (!own || !counted || plan.facts.done.has(id)) continue
    anyDated ||= dated[index] === 1
    if (!end || own.day >= end.day) end = { ...own, last: index }
  }
  return anyDated ? end : undefined
}
