import { nthWorkingDay } from '../../working-calendar/calendar.ts'
import { dateOf, dayNumber } from '../../working-calendar/days.ts'
import type { DatedPlan } from './due-dates.ts'
import { forecastOn } from './forecast.ts'
import type { HealthReason, HealthSignals } from './health-reason.ts'

/** A reason that holds from a day or a time on, and then for good as long as nobody does anything. */
export interface Condition {
  health: 'late' | 'at_risk'
  reason: HealthReason
  from: { day: number } | { time: string }
}

type DueDays = readonly (number | null)[]

const ALWAYS = { day: Number.NEGATIVE_INFINITY }

/**
 * Everything that makes an enrollment late or at risk, now or later, the gravest first. Of several steps it is the one with the
 * earliest date, which is also the first to come: no reason replaces another of its kind by time alone.
 */
export function conditionsOf(plan: DatedPlan, due: DueDays, signals: HealthSignals, today: number): Condition[] {
  const late = lateOf(plan, due)
  return [
    late,
    stuckOf(plan, signals),
    forecastCondition(plan, due, today, late),
    dueSoonOf(plan, due, signals),
    stalledOf(signals),
  ].flatMap((condition) => condition ?? [])
}

/** Late from the day after the earliest of all due dates of open counted steps and the target; on one day, the step is the reason. */
function lateOf(plan: DatedPlan, due: DueDays): LateCondition | undefined {
  const { target_date } = plan.facts
  const first = earliestDue(plan, due, () => true)
  const target = target_date === null ? undefined : dayNumber(target_date)
  if (first && (target === undefined || first.day <= target)) {
    const reason = { code: 'step_late', step_id: first.id, due_on: first.due_on } as const
    return { health: 'late', reason, from: { day: first.day + 1 } }
  }
  if (target === undefined || target_date === null) return undefined
  return { health: 'late', reason: { code: 'target_passed', target_date }, from: { day: target + 1 } }
}

type LateCondition = Condition & { from: { day: number } }

function stuckOf({ facts }: DatedPlan, { stuck }: HealthSignals): Condition | undefined {
  const first = stuck.find(({ step_id }) => step_id === null || !facts.done.has(step_id))
  return first && { health: 'at_risk', reason: { code: 'stuck', ...first }, from: ALWAYS }
}

/**
 * From the first day on which the forecast is after the target. A later day never has an earlier forecast, so that halving finds
 * it; the search ends where the enrollment is late anyway.
 */
function forecastCondition(plan: DatedPlan, due: DueDays, today: number, late?: LateCondition): Condition | undefined {
  const { target_date } = plan.facts
  // Where it is late already, nothing else is the reason.
  if (target_date === null || !late || late.from.day <= today) return undefined
  const target = dayNumber(target_date)
  const isAfter = (day: number) => (forecastOn(plan, due, day)?.day ?? target) > target
  let before = today - 1
  let reached = late.from.day
  if (isAfter(today)) reached = today
  else if (!isAfter(reached)) return undefined
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (isAfter(middle)) reached = middle
    else before = middle
  }
  return { health: 'at_risk', reason: { code: 'forecast_after_target', target_date }, from: { day: reached } }
}

/** From the working day before the due date on. */
function dueSoonOf(plan: DatedPlan, due: DueDays, { inactive }: HealthSignals): Condition | undefined {
  const first = earliestDue(plan, due, (id) => inactive.has(id))
  if (!first) return undefined
  const { id: step_id, due_on, day } = first
  const reason = { code: 'due_soon', step_id, due_on, participant_id: inactive.get(step_id) ?? null } as const
  return { health: 'at_risk', reason, from: { day: nthWorkingDay(plan.calendar, day, -1) } }
}

function stalledOf({ stalls_at }: HealthSignals): Condition | undefined {
  if (stalls_at === null) return undefined
  return { health: 'at_risk', reason: { code: 'stalled' }, from: { time: stalls_at } }
}

/** The open counted step that is due first, of those that fit; by the order of the guide on one day. */
function earliestDue({ outline, facts }: DatedPlan, due: DueDays, fits: (id: string) => boolean) {
  let first: { id: string; day: number } | undefined
  for (const [index, { id, counted }] of outline.steps.entries()) {
    const day = due[index] ?? null
    if (day === null || !counted || facts.done.has(id) || !fits(id)) continue
    if (!first || day < first.day) first = { id, day }
  }
  return first && { ...first, due_on: dateOf(first.day) ?? '' }
}
