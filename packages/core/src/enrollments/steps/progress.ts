import type { z } from 'zod'
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

/** The steps that progress counts: those that are required, and where none is, all. */
export function countedSteps(steps: readonly StoredStep[]): readonly StoredStep[] {
  const required = steps.filter((step) => step.required !== false)
  return required.length > 0 ? required : steps
}

/**
 * How far somebody is in the version of the guide that the enrollment keeps. A section of optional steps alone counts these
 * for itself, so that the sections can add up to more than the guide.
 */
export function progressOf(
  sections: readonly StoredSection[],
  completed: ReadonlySet<string>,
): z.infer<typeof Progress> {
  const steps = countedSteps(sections.flatMap((section) => section.steps))
  const doneOf = (some: readonly StoredStep[]) => some.filter((step) => completed.has(step.id)).length
  const done = doneOf(steps)
  return {
    completed_steps: done,
    total_steps: steps.length,
    percentage: percentage(done, steps.length),
    current_step_id: steps.find((step) => !completed.has(step.id))?.id ?? null,
    sections: sections.map(({ id, title, steps: all }) => {
      const counted = countedSteps(all)
      return { id, title, completed_steps: doneOf(counted), total_steps: counted.length }
    }),
  }
}

/** Of the steps that somebody did, those that the version has: others are of a version that the enrollment was on before. */
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

/** Whether a contact who has begun did nothing for as long as the guide bears. @param days as the guide says; null: nothing */
export function isStalled({ status, last_activity_at }: Progressing, days: number | null, now: string): boolean {
  if (status !== 'in_progress' || last_activity_at === null) return false
  return last_activity_at <= later(now, -(days ?? DEFAULT_STALL_DAYS) * DAY_MS)
}
