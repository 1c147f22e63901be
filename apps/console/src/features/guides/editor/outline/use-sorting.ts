import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Draft } from '../../draft/draft.ts'
import { type Drop, dropAt } from './drop-place.ts'
import { isSame, nextPlace, type Place, placeOf, put, spokenPosition } from './place.ts'
import { scrollAlong } from './scroll-along.ts'

/** What is being moved: by keys it stands where it would go, by pointer a line shows where. */
type Lifted = { id: string; by: 'keys'; place: Place } | { id: string; by: 'pointer'; drop: Drop | undefined }

/** Sorting the outline, by keys and by pointer: one change for each move, and every place is said. */
export function useSorting(draft: Draft, change: (next: (draft: Draft) => Draft) => void) {
  const { t } = useI18n()
  const [lifted, setLifted] = useState<Lifted>()
  const [said, setSaid] = useState('')
  const stopScrolling = useRef<() => void>(undefined)
  const shown = lifted?.by === 'keys' ? put(draft, lifted.id, lifted.place) : draft

  const keepFocus = useKeptFocus()

  function tell(key: 'lifted' | 'at' | 'put_down' | 'put_back', at: Draft, id: string): void {
    const place = spokenPosition(at, id)
    if (!place) return
    const { section, ...rest } = place
    setSaid(section === undefined ? t(`sorting.section_${key}`, rest) : t(`sorting.step_${key}`, { ...rest, section }))
  }
  function move(id: string, place: Place, key: 'at' | 'put_down'): void {
    const next = put(draft, id, place)
    if (spokenPosition(next, id) === undefined) return
    keepFocus()
    const before = placeOf(draft, id)
    if (before && !isSame(before, place)) change((now) => put(now, id, place))
    tell(key, next, id)
  }
  /** At once, without lifting it. */
  function step(id: string, by: -1 | 1): void {
    const place = placeOf(draft, id)
    if (place) move(id, nextPlace(draft, place, by), 'at')
  }
  /** @param place where it goes; back where it was when not given */
  function end(place?: Place): void {
    stopScrolling.current?.()
    if (!lifted) return
    keepFocus()
    if (place) move(lifted.id, place, 'put_down')
    else tell('put_back', draft, lifted.id)
    setLifted(undefined)
  }
  const putDown = () => end(lifted?.by === 'keys' ? lifted.place : undefined)
  function liftByKeys(id: string): void {
    const place = placeOf(draft, id)
    if (lifted) end(lifted.by === 'keys' && lifted.id === id ? lifted.place : undefined)
    else if (place) {
      setLifted({ id, by: 'keys', place })
      tell('lifted', draft, id)
    }
  }
  function moveLifted(by: -1 | 1): void {
    if (lifted?.by !== 'keys') return
    keepFocus()
    const place = nextPlace(shown, lifted.place, by)
    setLifted({ ...lifted, place })
    tell('at', put(draft, lifted.id, place), lifted.id)
  }

  /** For the whole outline: what is dragged may be drawn anew meanwhile. */
  const pointing = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const id = event.button === 0 ? handleUnder(event.target) : undefined
      if (id === undefined) return
      event.currentTarget.setPointerCapture(event.pointerId)
      stopScrolling.current = scrollAlong(event.currentTarget)
      setLifted({ id, by: 'pointer', drop: undefined })
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
      if (lifted?.by === 'pointer') setLifted({ ...lifted, drop: dropAt(draft, lifted.id, { x, y }) })
    },
    onPointerUp({ clientX: x, clientY: y }: PointerEvent) {
      // The last move may not be drawn yet.
      if (lifted?.by === 'pointer') end(dropAt(draft, lifted.id, { x, y })?.place)
    },
    onPointerCancel() {
      if (lifted?.by === 'pointer') end()
    },
  }
  return { shown, lifted, said, step, liftByKeys, moveLifted, putDown, putBack: () => end(), pointing }
}

/** What goes into another section is drawn anew: whoever moves it by keys still has it in hand. @returns for just before that */
function useKeptFocus(): () => void {
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

/** The id of the handle by which a step or a section is moved. */
export function handleId(id: string): string {
  return `handle-${id}`
}

function handleUnder(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-handle]')?.dataset.handle : undefined
}

/** How a line looks while something is moved: lifted itself, or with a mark where the other would go. */
export function lineClass(own: string, id: string, { lifted }: Sorting): string {
  const drop = lifted?.by === 'pointer' ? lifted.drop : undefined
  return [own, lifted?.id === id && 'lifted', drop?.beside === id && `drop-${drop.edge}`].filter(Boolean).join(' ')
}
