import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Draft } from '../../draft/draft.ts'
import { type Drop, dropAt } from './drop.ts'
import { announcedPosition, isSame, movedTo, nextPosition, type Position, positionOf } from './position.ts'
import { scrollAlong } from './scroll-along.ts'

/** The step or section being moved. By keys it is shown at its new position; by pointer a line marks the target. */
type Active = { id: string; by: 'keys'; position: Position } | { id: string; by: 'pointer'; drop: Drop | undefined }

/** Moves steps and sections of the outline by keys and by pointer. Each move is one change, and announced to screen readers. */
export function useSorting(draft: Draft, change: (next: (draft: Draft) => Draft) => void) {
  const { t } = useI18n()
  const [active, setActive] = useState<Active>()
  const [announcement, setAnnouncement] = useState('')
  const stopScrolling = useRef<() => void>(undefined)
  const shown = active?.by === 'keys' ? movedTo(draft, active.id, active.position) : draft

  const keepFocus = useKeepFocus()

  function announce(key: 'picked_up' | 'at' | 'dropped' | 'returned', at: Draft, id: string): void {
    const position = announcedPosition(at, id)
    if (!position) return
    const { section, ...rest } = position
    setAnnouncement(
      section === undefined ? t(`sorting.section_${key}`, rest) : t(`sorting.step_${key}`, { ...rest, section }),
    )
  }
  function move(id: string, position: Position, key: 'at' | 'dropped'): void {
    const next = movedTo(draft, id, position)
    if (announcedPosition(next, id) === undefined) return
    keepFocus()
    const before = positionOf(draft, id)
    if (before && !isSame(before, position)) change((now) => movedTo(now, id, position))
    announce(key, next, id)
  }
  /** Moves it at once, without picking it up. */
  function step(id: string, by: -1 | 1): void {
    const position = positionOf(draft, id)
    if (position) move(id, nextPosition(draft, position, by), 'at')
  }
  /** @param position the new position; without one, it returns to the old one */
  function end(position?: Position): void {
    stopScrolling.current?.()
    if (!active) return
    keepFocus()
    if (position) move(active.id, position, 'dropped')
    else announce('returned', draft, active.id)
    setActive(undefined)
  }
  const drop = () => end(active?.by === 'keys' ? active.position : undefined)
  function pickUp(id: string): void {
    const position = positionOf(draft, id)
    if (active) end(active.by === 'keys' && active.id === id ? active.position : undefined)
    else if (position) {
      setActive({ id, by: 'keys', position })
      announce('picked_up', draft, id)
    }
  }
  function moveActive(by: -1 | 1): void {
    if (active?.by !== 'keys') return
    keepFocus()
    const position = nextPosition(shown, active.position, by)
    setActive({ ...active, position })
    announce('at', movedTo(draft, active.id, position), active.id)
  }

  /** Handlers for the whole outline, because the dragged element may be rendered again during the drag. */
  const pointing = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const id = event.button === 0 ? handleUnder(event.target) : undefined
      if (id === undefined) return
      event.currentTarget.setPointerCapture(event.pointerId)
      stopScrolling.current = scrollAlong(event.currentTarget)
      setActive({ id, by: 'pointer', drop: undefined })
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
      if (active?.by === 'pointer') setActive({ ...active, drop: dropAt(draft, active.id, { x, y }) })
    },
    onPointerUp({ clientX: x, clientY: y }: PointerEvent) {
      // The last move may not be rendered yet.
      if (active?.by === 'pointer') end(dropAt(draft, active.id, { x, y })?.position)
    },
    onPointerCancel() {
      if (active?.by === 'pointer') end()
    },
  }
  const moveTo = (id: string, position: Position) => move(id, position, 'at')
  return { shown, active, announcement, step, moveTo, pickUp, moveActive, drop, cancel: () => end(), pointing }
}

/** Keeps the focus on an element that is rendered again in another section. @returns a function to call just before that */
function useKeepFocus(): () => void {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = focused.current && document.getElementById(focused.current)
    if (element && element !== document.activeElement) element.focus()
    focused.current = undefined
  })
  return () => {
    focused.current = document.activeElement?.id
  }
}

export type Sorting = ReturnType<typeof useSorting>

/** The element id of the drag handle of a step or a section. */
export function handleId(id: string): string {
  return `handle-${id}`
}

function handleUnder(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-handle]')?.dataset.handle : undefined
}

/** The classes of a line: marked as dragged, or as the target of the drag. */
export function lineClass(own: string, id: string, { active }: Sorting): string {
  const drop = active?.by === 'pointer' ? active.drop : undefined
  return [own, active?.id === id && 'dragged', drop?.beside === id && `drop-${drop.edge}`].filter(Boolean).join(' ')
}
