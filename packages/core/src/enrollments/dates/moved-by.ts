import { countWorkingDays } from '../../working-calendar/calendar.ts'
import { dateOf } from '../../working-calendar/days.ts'
import { type DatedPlan, type DateFacts, dueDays } from './due-dates.ts'

/** A date that a member changes: of a step (null: none; undefined: what the guide says), or the target. */
export type DateChange = { step_id: string; date: string | null | undefined } | { target_date: string | null }

/** A step whose due date another change moves. */
interface MovedStep {
  step_id: string
  due_on_before: string | null
  due_on: string | null
  /** By how many days of the calendar, negative if it is due earlier; null if it had no date or loses it. */
  days: number | null
  /** The same in working days. */
  working_days: number | null
}

/** What a change moves, before it is saved. */
export interface Moved {
  steps: MovedStep[]
  /**
   * By how many working days, if it is the same for all steps; else null. In days of the calendar it seldom is, because what moves
   * from Friday to Monday moves by three.
   */
  working_days: number | null
}

/** The facts after a change. */
export function withChange(facts: DateFacts, change: DateChange): DateFacts {
  if ('target_date' in change) return { ...facts, target_date: change.target_date }
  const manual = new Map(facts.manual)
  if (change.date === undefined) manual.delete(change.step_id)
  else manual.set(change.step_id, change.date)
  return { ...facts, manual }
}

/**
 * The other steps that a change moves, in the order of the guide: "Moves 7 steps by one day". Steps that are done do not count: their
 * date asks nothing of anybody any more.
 */
export function movedBy(plan: DatedPlan, change: DateChange): Moved {
  const before = dueDays(plan)
  const after = dueDays({ ...plan, facts: withChange(plan.facts, change) })
  const changed = 'step_id' in change ? change.step_id : undefined
  const steps = plan.outline.steps.flatMap(({ id }, index): MovedStep[] => {
    const from = before[index] ?? null
    const to = after[index] ?? null
    if (from === to || id === changed || plan.facts.done.has(id)) return []
    const both = from !== null && to !== null
    const days = both ? to - from : null
    const working_days = both ? countWorkingDays(plan.calendar, from, to) : null
    return [{ step_id: id, due_on_before: dateOf(from), due_on: dateOf(to), days, working_days }]
  })
  const first = steps[0]?.working_days ?? null
  return { steps, working_days: steps.every(({ working_days }) => working_days === first) ? first : null }
}
