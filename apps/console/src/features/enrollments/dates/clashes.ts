import type { Data } from '../../../api/operations.ts'

type Plan = Data<'getEnrollmentSteps'>
type Step = Plan['steps'][number]

/** The steps of an enrollment, with the rules of its guide by which their dates count from each other. */
export type DatedSteps = {
  sections: readonly { steps: readonly Pick<Plan['sections'][number]['steps'][number], 'id' | 'due'>[] }[]
  steps: readonly Pick<Step, 'id' | 'title' | 'state' | 'due_on' | 'due_is_manual'>[]
}

/** Two open steps of which one counts from the other, and is due on the same day or before it. */
export interface Clash {
  /** The step from which the other one counts. */
  first: { id: string; title: string }
  /** The step that counts from it by the guide, but has a date of its own. */
  second: { id: string; title: string }
  isSameDay: boolean
}

/** A date of a step, as it is or as it is tried. */
interface TriedDate {
  id: string
  due_on: string | null
  /** Whether it is set by hand. */
  isManual: boolean
}

/** The clashes of a date with those of the step that it counts from, and of the steps that count from it. */
export function clashesOf(tried: TriedDate, plan: DatedSteps): Clash[] {
  const open = new Map(
    plan.steps.filter(({ state }) => state !== 'done' && state !== 'skipped').map((one) => [one.id, one]),
  )
  const own = open.get(tried.id)
  if (!own) return []
  const dateOf = (id: string): TriedDate | undefined => {
    if (id === tried.id) return tried
    const step = open.get(id)
    return step && { id, due_on: step.due_on, isManual: step.due_is_manual }
  }
  return connectionsIn(plan).flatMap(({ first: from, second: to, days }) => {
    if (from !== tried.id && to !== tried.id) return []
    const [first, second] = [open.get(from), open.get(to)]
    const [day, after] = [dateOf(from)?.due_on ?? null, dateOf(to)]
    // A date that follows from the other one is as the guide wants it.
    if (!first || !second || day === null || !after?.isManual || after.due_on === null) return []
    const isSameDay = after.due_on === day
    if (after.due_on > day || (isSameDay && days === 0)) return []
    return [{ first: named(first), second: named(second), isSameDay }]
  })
}

function named({ id, title }: { id: string; title: string }) {
  return { id, title }
}

/** Which steps count from which, by the rules of the guide. */
function connectionsIn({ sections }: DatedSteps): { first: string; second: string; days: number }[] {
  const steps = sections.flatMap((section) => section.steps)
  const ids = new Set(steps.map(({ id }) => id))
  return steps.flatMap(({ id, due }, index) => {
    const first = due?.from === 'previous' ? steps[index - 1]?.id : due?.from
    return due && first !== undefined && ids.has(first) ? [{ first, second: id, days: due.days }] : []
  })
}
