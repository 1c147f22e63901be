import type { z } from 'zod'
import type { StoredSection } from '../storage/tables/guides.ts'
import { DAY_MS } from '../times.ts'
import type { Progress } from './enrollment.ts'

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

/** 66.7 for two of three. */
function percentage(completed: number, total: number): number {
  return total === 0 ? 0 : toOneDecimal((100 * completed) / total)
}

/** How far somebody is in the version of the guide that the enrollment keeps. */
export function progressOf(
  sections: readonly StoredSection[],
  completed: ReadonlySet<string>,
): z.infer<typeof Progress> {
  const steps = sections.flatMap((section) => section.steps)
  const done = steps.filter((step) => completed.has(step.id)).length
  return {
    completed_steps: done,
    total_steps: steps.length,
    percentage: percentage(done, steps.length),
    current_step_id: steps.find((step) => !completed.has(step.id))?.id ?? null,
    sections: sections.map((section) => ({
      id: section.id,
      title: section.title,
      completed_steps: section.steps.filter((step) => completed.has(step.id)).length,
      total_steps: section.steps.length,
    })),
  }
}

/** Days from start to completion, with one decimal; null until both have happened. */
export function daysToCompletion(started_at: string | null, completed_at: string | null): number | null {
  if (started_at === null || completed_at === null) return null
  return toOneDecimal((Date.parse(completed_at) - Date.parse(started_at)) / DAY_MS)
}
