import { type Draft, type Section, type Step, withoutStep, withSection } from '../../draft/draft.ts'

/** The position of a step or a section, counted from 0 among the others. */
export type Position = { is: 'step'; section: string; at: number } | { is: 'section'; at: number }

/** The current position of the step or section with this id. */
export function positionOf({ sections }: Draft, id: string): Position | undefined {
  const at = sections.findIndex((section) => section.id === id)
  if (at >= 0) return { is: 'section', at }
  const section = sections.find(({ steps }) => steps.some((step) => step.id === id))
  return section && { is: 'step', section: section.id, at: section.steps.findIndex((step) => step.id === id) }
}

/** The draft with a step or a section at another position; the same draft if the id or the position does not exist. */
export function movedTo(draft: Draft, id: string, position: Position): Draft {
  const section = draft.sections.find((one) => one.id === id)
  if (section && position.is === 'section')
    return { ...draft, sections: inserted(without(draft.sections, id), section, position.at) }
  const step = stepOf(draft, id)
  if (!step || position.is !== 'step' || !draft.sections.some((one) => one.id === position.section)) return draft
  return withSection(withoutStep(draft, id), position.section, (one) => ({
    ...one,
    steps: inserted(one.steps, step, position.at),
  }))
}

/** The next position up (-1) or down (1). A step moves from the end of its section into the next section. */
export function nextPosition({ sections }: Draft, position: Position, by: -1 | 1): Position {
  const at = position.at + by
  if (position.is === 'section') return sections[at] ? { ...position, at } : position
  const here = sections.findIndex(({ id }) => id === position.section)
  if (at >= 0 && at < (sections[here]?.steps.length ?? 0)) return { ...position, at }
  const other = sections[here + by]
  return other ? { is: 'step', section: other.id, at: by === 1 ? 0 : other.steps.length } : position
}

export function isSame(one: Position, other: Position): boolean {
  if (one.is === 'step' && other.is === 'step' && one.section !== other.section) return false
  return one.is === other.is && one.at === other.at
}

/** The position of a step or a section for announcements to screen readers, counted from 1. */
export interface AnnouncedPosition {
  title: string
  position: number
  of: number
  section?: string
}

export function announcedPosition(draft: Draft, id: string): AnnouncedPosition | undefined {
  const position = positionOf(draft, id)
  if (position?.is === 'section')
    return { title: draft.sections[position.at]?.title ?? '', position: position.at + 1, of: draft.sections.length }
  const section = position && draft.sections.find((one) => one.id === position.section)
  if (!section) return undefined
  const { steps, title } = section
  return { title: steps[position.at]?.title ?? '', position: position.at + 1, of: steps.length, section: title }
}

function stepOf({ sections }: Draft, id: string): Step | undefined {
  return sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
}

function without(sections: readonly Section[], id: string): Section[] {
  return sections.filter((section) => section.id !== id)
}

function inserted<T>(list: readonly T[], one: T, at: number): T[] {
  return [...list.slice(0, at), one, ...list.slice(at)]
}
