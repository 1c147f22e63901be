import { type Draft, type Section, type Step, withoutStep, withSection } from '../../draft/draft.ts'

/** Where a step or a section is, or could be: places are counted from 0, without what is being moved. */
export type Place = { is: 'step'; section: string; at: number } | { is: 'section'; at: number }

/** Where a step or a section of this id is now. */
export function placeOf({ sections }: Draft, id: string): Place | undefined {
  const at = sections.findIndex((section) => section.id === id)
  if (at >= 0) return { is: 'section', at }
  const section = sections.find(({ steps }) => steps.some((step) => step.id === id))
  return section && { is: 'step', section: section.id, at: section.steps.findIndex((step) => step.id === id) }
}

/** The draft with a step or a section at another place; the same where there is no such thing or no such place. */
export function put(draft: Draft, id: string, place: Place): Draft {
  const section = draft.sections.find((one) => one.id === id)
  if (section && place.is === 'section')
    return { ...draft, sections: inserted(without(draft.sections, id), section, place.at) }
  const step = stepOf(draft, id)
  if (!step || place.is !== 'step' || !draft.sections.some((one) => one.id === place.section)) return draft
  return withSection(withoutStep(draft, id), place.section, (one) => ({
    ...one,
    steps: inserted(one.steps, step, place.at),
  }))
}

/** The next place up (-1) or down (1): beyond the end of its section a step goes into the next one. */
export function nextPlace({ sections }: Draft, place: Place, by: -1 | 1): Place {
  const at = place.at + by
  if (place.is === 'section') return sections[at] ? { ...place, at } : place
  const here = sections.findIndex(({ id }) => id === place.section)
  if (at >= 0 && at < (sections[here]?.steps.length ?? 0)) return { ...place, at }
  const other = sections[here + by]
  return other ? { is: 'step', section: other.id, at: by === 1 ? 0 : other.steps.length } : place
}

export function isSame(one: Place, other: Place): boolean {
  if (one.is === 'step' && other.is === 'step' && one.section !== other.section) return false
  return one.is === other.is && one.at === other.at
}

/** Where something is, as it is said: from 1, of how many, and in which section. */
export interface SpokenPosition {
  title: string
  place: number
  of: number
  section?: string
}

export function spokenPosition(draft: Draft, id: string): SpokenPosition | undefined {
  const place = placeOf(draft, id)
  if (place?.is === 'section')
    return { title: draft.sections[place.at]?.title ?? '', place: place.at + 1, of: draft.sections.length }
  const section = place && draft.sections.find((one) => one.id === place.section)
  if (!section) return undefined
  const { steps, title } = section
  return { title: steps[place.at]?.title ?? '', place: place.at + 1, of: steps.length, section: title }
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
