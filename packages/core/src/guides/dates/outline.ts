import { MAX_FIELD_ERRORS } from '../../contract/limits.ts'
import { depthFirst } from './depth-first.ts'
import type { DueRule, OpensRule } from './due-rules.ts'

/** A step of a guide, as far as dates go. */
export interface DatedStep {
  id: string
  title: string
  /** Whether it counts for progress: required, or no step of the guide is, and not internal. */
  counted: boolean
  due?: DueRule | null | undefined
}

/** A section of a guide, as far as dates go. */
export interface DatedSection {
  id: string
  title: string
  /** `at_once` if omitted. */
  opens?: OpensRule | undefined
  steps: readonly DatedStep[]
}

/** What a rule counts from, other than a day of the enrollment: the index of a step. */
interface Based {
  base: number | undefined
}

/**
 * The steps and sections of a guide, each with what its date hangs on. It depends on the guide alone, so it serves all
 * enrollments in one version. Nodes are the steps in order, then the openings of the sections, then the ends of the sections:
 * when all counted steps until there are done.
 */
export interface Outline {
  steps: readonly (DatedStep & Based & { section: number })[]
  sections: readonly (DatedSection & Based & { opens: OpensRule })[]
  /** The indexes of steps by id. */
  indexes: ReadonlyMap<string, number>
  /** All nodes, each after those that it depends on. */
  order: readonly number[]
  /** Circles of nodes: a guide with one cannot be published. */
  circles: readonly (readonly number[])[]
  /** Whether the forecast lets a section that the team opens wait for the sections before: not if these count from it. */
  teamWaits: boolean
}

export function outlineOf(sections: readonly DatedSection[]): Outline {
  const all = sections.flatMap((section, at) => section.steps.map((step) => ({ ...step, section: at })))
  const indexes = new Map(all.map(({ id }, index) => [id, index]))
  const steps = all.map((step, index) => ({ ...step, base: baseOf(step.due, index, indexes) }))
  const firstCounted = all.find(({ counted }) => counted)?.section ?? sections.length
  const withOpens = sections.map(({ opens: given = 'at_once', ...section }, at) => {
    // With no step to wait for it is open from the beginning.
    const opens = given === 'after_previous' && firstCounted >= at ? 'at_once' : given
    const base = typeof opens === 'object' ? indexes.get(opens.from) : undefined
    return { ...section, opens, base }
  })
  const parts = { steps, sections: withOpens }
  const patient = ordered(parts, true)
  const teamWaits = patient.circles.length === 0
  return { ...parts, indexes, teamWaits, ...(teamWaits ? patient : ordered(parts, false)) }
}

/** The node of the opening of a section. */
export function openingOf({ steps }: Pick<Outline, 'steps'>, section: number): number {
  return steps.length + section
}

/** The node of the end of a section. */
export function endOf({ steps, sections }: Pick<Outline, 'steps' | 'sections'>, section: number): number {
  return steps.length + sections.length + section
}

function baseOf(due: DatedStep['due'], index: number, indexes: ReadonlyMap<string, number>): number | undefined {
  if (due?.from === 'previous') return index > 0 ? index - 1 : undefined
  return due ? indexes.get(due.from) : undefined
}

/**
 * A step depends on the step that its date counts from, and on the opening of its section; an opening on the step that it counts
 * from, or on the end of the section before.
 */
function ordered(parts: Pick<Outline, 'steps' | 'sections'>, teamWaits: boolean) {
  const { steps, sections } = parts
  const counted = sections.map((): number[] => [])
  for (const [index, step] of steps.entries()) if (step.counted) counted[step.section]?.push(index)

  function dependenciesOf(node: number): number[] {
    const step = steps[node]
    if (step) return [...given(step.base), openingOf(parts, step.section)]
    const opening = sections[node - steps.length]
    if (opening) {
      const at = node - steps.length
      const waits = at > 0 && (opening.opens === 'after_previous' || (teamWaits && opening.opens === 'by_team'))
      return waits ? [endOf(parts, at - 1)] : given(opening.base)
    }
    const at = node - steps.length - sections.length
    return [...(at > 0 ? [node - 1] : []), ...(counted[at] ?? [])]
  }
  return depthFirst(steps.length + 2 * sections.length, dependenciesOf, MAX_FIELD_ERRORS)
}

function given(base: number | undefined): number[] {
  return base === undefined ? [] : [base]
}
