import { type DatedSection, type Outline, openingOf, outlineOf } from './outline.ts'

/** Maximum number of titles of a circle that an error names. */
const MAX_TITLES = 8

/** A rule that can give no date. */
export interface RuleFault {
  /**
   * `circular`: it counts from what waits for it; `unknown_step`: there is no step with that id; `nothing_before`: the first step
   * counts from the step before it.
   */
  code: 'circular' | 'unknown_step' | 'nothing_before'
  /** The index of the section. */
  section: number
  /** The index of the step in its section; null if the fault is in `opens` of the section. */
  step: number | null
  /** The titles of the steps in a circle, from this one on; the first eight. */
  path: string[]
  /** The number of steps in the circle. */
  length: number
}

/**
 * All rules of a guide that can give no date, in the order of the guide: at most 20 circles, and every other fault. Linear in
 * the number of steps. In a circle a step counts from itself: over other steps, or over a section that opens only when the step is
 * done. It is reported at its first step whose rule leads round, or at the section if that is only its opening.
 */
export function ruleFaults(sections: readonly DatedSection[]): RuleFault[] {
  const outline = outlineOf(sections)
  const firsts = firstSteps(sections)
  const faults = [
    ...missingBases(outline, firsts),
    ...outline.circles.map((circle) => circleFault(outline, circle, firsts)),
  ]
  return faults.toSorted((a, b) => a.section - b.section || (a.step ?? -1) - (b.step ?? -1))
}

/** By section, the index of its first step in the guide. */
function firstSteps(sections: readonly DatedSection[]): number[] {
  let next = 0
  return sections.map(({ steps }) => {
    const first = next
    next += steps.length
    return first
  })
}

const DAYS = new Set(['enrolled', 'started', 'target', 'opened'])

function missingBases({ steps, sections }: Outline, firsts: readonly number[]): RuleFault[] {
  const none = { path: [], length: 0 }
  const openings = sections.flatMap(({ opens, base }, section): RuleFault[] => {
    if (typeof opens !== 'object' || base !== undefined || DAYS.has(opens.from)) return []
    return [{ code: 'unknown_step', section, step: null, ...none }]
  })
  const dues = steps.flatMap(({ due, base, section }, index): RuleFault[] => {
    if (!due || base !== undefined || DAYS.has(due.from)) return []
    const code = due.from === 'previous' ? 'nothing_before' : 'unknown_step'
    return [{ code, section, step: index - (firsts[section] ?? 0), ...none }]
  })
  return [...openings, ...dues]
}

/** A circle, named at its first step whose own rule leads round; at the opening of a section if it goes round by that alone. */
function circleFault(outline: Outline, circle: readonly number[], firsts: readonly number[]): RuleFault {
  const { steps, sections } = outline
  const ruled = circle.filter((node, at) => leadsTo(outline, node, circle[(at + 1) % circle.length]))
  // Without such a step it goes over a section that opens on a date: all other ways lead to earlier sections.
  const opening = circle.find((node) => typeof sections[node - steps.length]?.opens === 'object')
  const start = ruled.length > 0 ? ruled.reduce((first, node) => Math.min(first, node)) : (opening ?? 0)
  const at = circle.indexOf(start)
  const titles = [...circle.slice(at), ...circle.slice(0, at)].flatMap((node) => steps[node]?.title ?? [])
  const section = steps[start]?.section ?? start - steps.length
  const step = start < steps.length ? start - (firsts[section] ?? 0) : null
  return { code: 'circular', section, step, path: titles.slice(0, MAX_TITLES), length: titles.length }
}

/** Whether the rule of a step counts from a node: its base, or the opening of its section. */
function leadsTo(outline: Outline, node: number, next: number | undefined): boolean {
  const step = outline.steps[node]
  if (!step?.due) return false
  return step.base === next || (step.due.from === 'opened' && openingOf(outline, step.section) === next)
}
