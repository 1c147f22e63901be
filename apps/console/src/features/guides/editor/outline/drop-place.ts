import type { Draft } from '../../draft/draft.ts'
import type { Place } from './place.ts'

/** Beside which line of the outline something would go. */
export interface Drop {
  place: Place
  /** The step or section that it would stand beside. */
  beside: string
  edge: 'before' | 'after'
}

/** Where a step or a section would go that is let go of at this point of the window. */
export function dropAt(draft: Draft, id: string, point: { x: number; y: number }): Drop | undefined {
  const under = document.elementFromPoint(point.x, point.y)
  const isSection = draft.sections.some((section) => section.id === id)
  return isSection ? sectionDrop(draft, id, under, point.y) : stepDrop(draft, id, under, point.y)
}

function stepDrop(draft: Draft, id: string, under: Element | null, y: number): Drop | undefined {
  const line = under?.closest<HTMLElement>('[data-step]')
  const area = under?.closest<HTMLElement>('[data-section]')
  const section = draft.sections.find((one) => one.id === area?.dataset.section)
  if (!section || !area) return undefined
  const others = section.steps.filter((step) => step.id !== id)
  const target = line?.dataset.step
  const at = others.findIndex((step) => step.id === target)
  if (line && target !== undefined && at >= 0) {
    const edge = edgeOf(line, y)
    return {
      place: { is: 'step', section: section.id, at: edge === 'before' ? at : at + 1 },
      beside: target,
      edge,
    }
  }
  // Over itself it stays; over the head of a section it becomes its first step, below the steps its last.
  if (target === id) return undefined
  const isHead = under?.closest('.section-line') !== null
  const beside = isHead ? section.id : (others.at(-1)?.id ?? section.id)
  return {
    place: { is: 'step', section: section.id, at: isHead ? 0 : others.length },
    beside,
    edge: 'after',
  }
}

function sectionDrop({ sections }: Draft, id: string, under: Element | null, y: number): Drop | undefined {
  const area = under?.closest<HTMLElement>('[data-section]')
  const target = area?.dataset.section
  const at = sections.filter((section) => section.id !== id).findIndex((section) => section.id === target)
  if (!area || target === undefined || at < 0) return undefined
  const edge = edgeOf(area, y)
  return { place: { is: 'section', at: edge === 'before' ? at : at + 1 }, beside: target, edge }
}

function edgeOf(element: Element, y: number): 'before' | 'after' {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}
