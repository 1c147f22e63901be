import type { z } from 'zod'
import { countedSteps } from '../../guides/counted-steps.ts'
import { isTeams } from '../../guides/responsible.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { DAY_MS, later } from '../../times.ts'
import type { Progress } from '../enrollment.ts'
import { DEFAULT_STALL_DAYS } from '../stall-days.ts'
import type { EnrollmentRow } from '../store.ts'

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

/** 66.7 for two of three. */
function percentage(completed: number, total: number): number {
  return total === 0 ? 0 : toOneDecimal((100 * completed) / total)
}

/**
 * The progress of an enrollment in its version of the guide. A section of optional steps only counts these, so that
 * the sections can add up to more than the guide.
 * @param closed the steps of closed sections, none of which is the current one
 */
export function progressOf(
  sections: readonly StoredSection[],
  completed: ReadonlySet<string>,
  closed: ReadonlySet<string> = new Set(),
): z.infer<typeof Progress> {
  const steps = countedSteps(sections.flatMap((section) => section.steps))
  const doneOf = (some: readonly StoredStep[]) => some.filter((step) => completed.has(step.id)).length
  const done = doneOf(steps)
  return {
    completed_steps: done,
    total_steps: steps.length,
    percentage: percentage(done, steps.length),
    current_step_id: steps.find(({ id }) => !completed.has(id) && !closed.has(id))?.id ?? null,
    sections: sections.map(({ id, title, steps: all }) => {
      const counted = countedSteps(all)
      return { id, title, completed_steps: doneOf(counted), total_steps: counted.length }
    }),
  }
}

/**
 * Whether the counted steps that are left are the team's, in closed sections, or wait for a review: then nothing is left to the contact.
 * @param closed the steps of closed sections, and those that wait for a review
 */
export function waitsForTeam(
  sections: readonly StoredSection[],
  settled: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): boolean {
  const left = countedSteps(sections.flatMap(({ steps }) => steps)).filter(({ id }) => !settled.has(id))
  return left.length > 0 && left.every((step) => isTeams(step) || closed.has(step.id))
}

/** The completed steps that the version contains: others belong to a previous version of the enrollment. */
export function doneIn(sections: readonly StoredSection[], completed: readonly string[]): string[] {
  const own = new Set(sections.flatMap(({ steps }) => steps.map(({ id }) => id)))
  return completed.filter((id) => own.has(id))
}

/** Days from start to completion, with one decimal; null until both have happened. */
export function daysToCompletion(started_at: string | null, completed_at: string | null): number | null {
  if (started_at === null || completed_at === null) return null
  return toOneDecimal((Date.parse(completed_at) - Date.parse(started_at)) / DAY_MS)
}

export type Progressing = Pick<EnrollmentRow, 'status' | 'last_activity_at'>

/** Whether a started enrollment had no activity for the given days. @param days of the guide; null: never */
export function isStalled({ status, last_activity_at }: Progressing, days: number | null, now: string): boolean {
  if (status !== 'in_progress' || last_activity_at === null) return false
  return last_activity_at <= later(now, -(days ?? DEFAULT_STALL_DAYS) * DAY_MS)
}
