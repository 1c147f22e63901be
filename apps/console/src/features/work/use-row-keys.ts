import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { isCharacterShortcut, isForPage } from '../../workspace/character-keys.ts'

const ROW = '[data-row]'
/** After this time, a dialog that closes has returned the focus. */
const RETURNED_MS = 50

/**
 * Keys for the rows of a list: J and K go to the next and the previous one, Enter opens it, E presses its button. When a row with
 * the focus goes, the next one gets it. Letters do nothing in a text field, or once they are off.
 * @param count of the rows
 * @param isCovered whether a dialog is open over them, in which a row can be done too
 */
export function useRowKeys(count: number, isCovered: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  /** The row that has, or had, the focus. */
  const at = useRef(-1)
  const before = useRef(count)
  const focusNext = useCallback(() => {
    if (at.current < 0 || document.activeElement !== document.body) return
    const rows = rowsIn(place.current)
    rows[Math.min(at.current, rows.length - 1)]?.focus()
  }, [])
  useEffect(() => {
    const isLess = count < before.current
    before.current = count
    if (isLess) focusNext()
  }, [count, focusNext])
  useEffect(() => {
    if (isCovered) return
    const timer = setTimeout(focusNext, RETURNED_MS)
    return () => clearTimeout(timer)
  }, [isCovered, focusNext])
  useEffect(() => {
    const noted = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role=dialog]')) return
      const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
      at.current = row ? rowsIn(place.current).indexOf(row) : -1
    }
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || !isForPage(event)) return
      const rows = rowsIn(place.current)
      const row = rows[at.current]
      if (key === 'Enter' && target === row) row?.querySelector<HTMLElement>('.customer')?.click()
      if (!isCharacterShortcut(event)) return
      if (key === 'j' || key === 'k') {
        event.preventDefault()
        rows[Math.max(0, Math.min(rows.length - 1, at.current + (key === 'j' ? 1 : -1)))]?.focus()
      } else if (key === 'e') {
        // The letter does not go into a field that this opens.
        event.preventDefault()
        row?.querySelector<HTMLElement>('[data-act]')?.click()
      }
    }
    document.addEventListener('focusin', noted)
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('focusin', noted)
      document.removeEventListener('keydown', pressed)
    }
  }, [])
  return place
}

function rowsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>(ROW) ?? [])]
}
