import type { Draft } from './draft.ts'

/** Moves an element of a list by one place. */
function swapped<T>(list: readonly T[], from: number, to: number): T[] {
  const [a, b] = [list[from], list[to]]
  if (a === undefined || b === undefined) return [...list]
  return list.map((one, index) => (index === from ? b : index === to ? a : one))
}

/** A section one place up (-1) or down (1). */
export function moveSection(draft: Draft, id: string, by: -1 | 1): Draft {
  const from = draft.sections.findIndex((section) => section.id === id)
  return { ...draft, sections: swapped(draft.sections, from, from + by) }
}

/** A step one place up (-1) or down (1); beyond the end of its section it goes into the next one. */
export function moveStep(draft: Draft, id: string, by: -1 | 1): Draft {
  const at = draft.sections.findIndex(({ steps }) => steps.some((step) => step.id === id))
  const section = draft.sections[at]
  if (!section) return draft
  const from = section.steps.findIndex((step) => step.id === id)
  const step = section.steps[from]
  if (!step) return draft
  if (section.steps[from + by] !== undefined) return replaced(draft, at, swapped(section.steps, from, from + by))
  const other = draft.sections[at + by]
  if (!other) return draft
  const without = replaced(
    draft,
    at,
    section.steps.filter(({ id: one }) => one !== id),
  )
  return replaced(without, at + by, by === 1 ? [step, ...other.steps] : [...other.steps, step])
}

function replaced(draft: Draft, at: number, steps: Draft['sections'][number]['steps']): Draft {
  return {
    ...draft,
    sections: draft.sections.map((section, index) => (index === at ? { ...section, steps } : section)),
  }
}

/** Where a step is now, from 1, as it is said after it was moved. */
export function placeOf(draft: Draft, id: string): { section: string; place: number; of: number } | undefined {
  const section = draft.sections.find(({ steps }) => steps.some((step) => step.id === id))
  if (!section) return undefined
  return {
    section: section.title,
    place: section.steps.findIndex((step) => step.id === id) + 1,
    of: section.steps.length,
  }
}
