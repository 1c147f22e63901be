import { type RefObject, useEffect } from 'react'
import { useFilters } from '../../../../workspace/link.tsx'

/** After this time, the dialog whose link led here has returned the focus. */
const RETURNED_MS = 50

/** Gives a field the focus where `answer` in the address asks for it, which is then taken out. */
export function useAnswerFocus(place: RefObject<HTMLElement | null>, isReady: boolean): void {
  const [{ answer }, change] = useFilters()
  const isAsked = isReady && answer !== undefined
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => {
      place.current?.focus()
      change({ answer: undefined })
    }, RETURNED_MS)
    return () => clearTimeout(timer)
  }, [isAsked, place, change])
}
