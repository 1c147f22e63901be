import type { Draft } from '../../draft/draft.ts'

/** Ids of a section and of its steps, in order. */
interface Ordered {
  id: string
  steps: string[]
}

interface Orders {
  base: Draft
  mine: Draft
  theirs: Draft
  /** Whether a step or a section is kept although one of the two has removed it. */
  isKept(id: string): boolean
}

/** The order that two have changed: what either moved, added or took out, is. */
export function mergedOrder({ base, mine, theirs, isKept }: Orders): Ordered[] {
  const ids = (draft: Draft) => draft.sections.map(({ id }) => id)
  const [own, other] = [ids(mine), ids(theirs)]
  const remaining = mergedList(ids(base), own, other)
  const kept = [...new Set([...own, ...other])].filter((id) => !remaining.includes(id) && isKept(id))
  const sections = [...remaining, ...kept].map(
    (id): Ordered => ({ id, steps: mergedList(stepIds(base, id), stepIds(mine, id), stepIds(theirs, id)) }),
  )
  const home = (step: string) => homeOf(step, { base, mine, theirs })
  const once = sections.map(({ id, steps }) => ({
    id,
    steps: steps.filter((step) => countOf(sections, step) < 2 || home(step) === id),
  }))
  for (const step of everyStep(mine, theirs)) {
    // A step that neither has removed stays, also if one moved it into a section that the other removed.
    const isInBoth = sectionWith(mine, step) !== undefined && sectionWith(theirs, step) !== undefined
    if (!(isInBoth || isKept(step)) || countOf(once, step) > 0) continue
    const id = home(step)
    const section = once.find((one) => one.id === id)
    if (section) section.steps.push(step)
    else if (id !== undefined) once.push({ id, steps: [step] })
  }
  return once
}

/** A list of which each of two has made another. */
function mergedList(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  if (mine.join() === base.join()) return [...theirs]
  if (theirs.join() === base.join()) return [...mine]
  const list = mine.filter((id) => !base.includes(id) || theirs.includes(id))
  theirs.forEach((id, index) => {
    if (base.includes(id) || list.includes(id)) return
    // After what it stands after there, as far as that is here.
    const before = theirs.slice(0, index).findLast((one) => list.includes(one))
    list.splice(before === undefined ? 0 : list.indexOf(before) + 1, 0, id)
  })
  return list
}

/** The section of a step that two people moved: the local one if it was moved here, else the other. */
function homeOf(step: string, { base, mine, theirs }: Omit<Orders, 'isKept'>): string | undefined {
  const [was, own, other] = [base, mine, theirs].map((draft) => sectionWith(draft, step))
  return own !== undefined && own !== was ? own : (other ?? own)
}

function sectionWith({ sections }: Draft, step: string): string | undefined {
  return sections.find(({ steps }) => steps.some(({ id }) => id === step))?.id
}

function stepIds({ sections }: Draft, section: string): string[] {
  return sections.find(({ id }) => id === section)?.steps.map(({ id }) => id) ?? []
}

function countOf(sections: readonly Ordered[], step: string): number {
  return sections.filter(({ steps }) => steps.includes(step)).length
}

function everyStep(...drafts: readonly Draft[]): Set<string> {
  return new Set(drafts.flatMap(({ sections }) => sections.flatMap(({ steps }) => steps.map(({ id }) => id))))
}
