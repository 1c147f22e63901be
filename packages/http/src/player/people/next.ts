import { settledSteps } from '../agreements/review.ts'
import { type Placed, stepsOf } from '../guide.ts'
import type { Step, View } from '../visit.ts'
import { hasPeople, isYours } from './people.ts'

/** The next step that is the reader's, of those that count; null if there is none. */
export function nextStepOf(view: View): string | null {
  const { current_step_id } = view.progress
  if (current_step_id === null || !hasPeople(view)) return current_step_id
  return openCounted(view, settledSteps(view)).find((step) => isYours(view, step))?.id ?? null
}

/** The next step of anybody, the team included, of those that count; undefined if all are done. */
export function nextOfAnybody(view: View): Step | undefined {
  return openCounted(view, new Set(view.completed_step_ids))[0]
}

function openCounted(view: View, done: ReadonlySet<string>): Step[] {
  const all = stepsOf(view).map(({ step }) => step)
  const counted = all.some(({ required }) => required) ? all.filter(({ required }) => required) : all
  return counted.filter(({ id }) => !done.has(id))
}

/** The reader's next step that is open after one, in the order of the guide; else the first that must still be done. */
export function openAfter(view: View, { number }: Placed): Placed | undefined {
  const done = settledSteps(view)
  const all = stepsOf(view)
  const next = nextStepOf(view)
  return (
    all.find((placed) => placed.number > number && !done.has(placed.step.id) && isYours(view, placed.step)) ??
    all.find(({ step }) => step.id === next)
  )
}
