import type { Draft } from '../../draft/draft.ts'
import type { Position } from './position.ts'

/** The target of a drag: a position, and the line of the outline that marks it. */
export interface Drop {
  position: Position
  /** The id of the step or section whose line shows the mark. */
  beside: string
  edge: Edge
}

type Edge = 'before' | 'after'

/** The part of the outline below the pointer. */
export interface Hit {
  /** The id of the section. */
  section: string
  /** The half of the section that the pointer is over. */
  sectionEdge: Edge
  /** Whether the pointer is over the head of the section. */
  isHead: boolean
  /** The step below the pointer, and the half of its line that the pointer is over. */
  step?: { id: string; edge: Edge }
}

/** The target for a dragged step or section when the pointer is at this point of the window. */
export function dropAt(draft: Draft, id: string, point: { x: number; y: number }): Drop | undefined {
  const hit = hitAt(point)
  return hit && dropFor(draft, id, hit)
}

/** The target for a dragged step or section over a part of the outline; undefined if it would not move. */
export function dropFor(draft: Draft, id: string, hit: Hit): Drop | undefined {
  const isSection = draft.sections.some((section) => section.id === id)
  return isSection ? sectionDrop(draft, id, hit) : stepDrop(draft, id, hit)
}

function stepDrop(draft: Draft, id: string, { section: sectionId, step, isHead }: Hit): Drop | undefined {
  const section = draft.sections.find((one) => one.id === sectionId)
  // A step over itself stays where it is.
  if (!section || step?.id === id) return undefined
  const others = section.steps.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === step?.id)
  if (step && at >= 0)
    return {
      position: { is: 'step', section: section.id, at: indexAt(at, step.edge) },
      beside: step.id,
      edge: step.edge,
    }
  // Over the head of a section, it becomes the first step; below the steps, the last one.
  const beside = isHead ? section.id : (others.at(-1)?.id ?? section.id)
  return { position: { is: 'step', section: section.id, at: isHead ? 0 : others.length }, beside, edge: 'after' }
}

function sectionDrop({ sections }: Draft, id: string, { section, sectionEdge }: Hit): Drop | undefined {
  const at = sections.filter((one) => one.id !== id).findIndex((one) => one.id === section)
  if (at < 0) return undefined
  return { position: { is: 'section', at: indexAt(at, sectionEdge) }, beside: section, edge: sectionEdge }
}

function indexAt(at: number, edge: Edge): number {
  return edge === 'before' ? at : at + 1
}

function hitAt({ x, y }: { x: number; y: number }): Hit | undefined {
  const under = document.elementFromPoint(x, y)
  const area = under?.closest<HTMLElement>('[data-section]')
  const section = area?.dataset.section
  if (!under || !area || section === undefined) return undefined
  const line = under.closest<HTMLElement>('[data-step]')
  const step = line?.dataset.step
  return {
    section,
    sectionEdge: edgeOf(area, y),
    isHead: under.closest('.section-line') !== null,
    ...(line && step !== undefined && { step: { id: step, edge: edgeOf(line, y) } }),
  }
}

function edgeOf(element: Element, y: number): Edge {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}
