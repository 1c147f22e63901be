import { dayNumber, startOfDay } from '../../working-calendar/days.ts'
import type { HEALTHS } from '../contract.ts'
import { type DatedPlan, dueDays } from './due-dates.ts'
import { type Condition, conditionsOf } from './health-conditions.ts'
import type { HealthReason, HealthSignals, Moment } from './health-reason.ts'

export interface Health {
  health: (typeof HEALTHS)[number]
  reason: HealthReason | null
  /** The next time at which health or reason change if nobody does anything; null: never. */
  turns_at: string | null
}

/**
 * The health of an enrollment. It is late if a counted step is past its due date, or the target is past: the date that is
 * longest past is the reason. It is at risk if somebody is stuck, the forecast is after the target, a counted step is due within
 * one working day and its responsible person has not been active since it opened, or it stalls; the first of these is the
 * reason. It is `none` without a target and due dates of counted steps, and with no counted step open: nothing can be late
 * any more.
 */
export function healthOf(plan: DatedPlan, signals: HealthSignals, moment: Moment): Health {
  const { outline, facts } = plan
  const due = dueDays(plan)
  const counted = outline.steps.filter((step) => step.counted)
  const isDated = facts.target_date !== null || outline.steps.some((step, at) => step.counted && due[at] !== null)
  if (!isDated || counted.every(({ id }) => facts.done.has(id))) return { health: 'none', reason: null, turns_at: null }

  const conditions = conditionsOf(plan, due, signals, dayNumber(moment.today))
  const first = conditions.findIndex((condition) => holds(condition, moment))
  const { health, reason } = conditions[first] ?? { health: 'on_track', reason: null }
  // Only a graver one than the first that holds will be seen when it comes.
  const coming = first < 0 ? conditions : conditions.slice(0, first)
  return { health, reason, turns_at: earliestTime(coming, moment.time_zone) }
}

function holds({ from }: Condition, { now, today }: Moment): boolean {
  return 'day' in from ? from.day <= dayNumber(today) : Date.parse(from.time) <= Date.parse(now)
}

/** The time at which the first of some conditions begins to hold; a day begins at midnight of the time zone. */
function earliestTime(conditions: readonly Condition[], timeZone: string): string | null {
  const days = conditions.flatMap(({ from }) => ('day' in from ? from.day : []))
  const times = conditions.flatMap(({ from }) => ('time' in from ? Date.parse(from.time) : []))
  if (days.length > 0) times.push(Date.parse(startOfDay(Math.min(...days), timeZone)))
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null
}
