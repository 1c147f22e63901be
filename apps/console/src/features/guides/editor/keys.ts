import { type KeyboardEvent, useEffect, useRef } from 'react'

interface Row {
  isEmpty: boolean
  /** Adds another one after it; undefined if there can be no more. */
  add: (() => void) | undefined
  remove(): void
}

/** The keys of a title in a list: Enter adds the next one, Backspace removes an empty one. */
export function rowKeys({ isEmpty, add, remove }: Row) {
  return (event: KeyboardEvent): void => {
    // While a word is composed, as in Japanese, Enter accepts it.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const act = event.key === 'Enter' ? add : event.key === 'Backspace' && isEmpty ? remove : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
}

/** Moves the focus to a row of a list once it is rendered. The element with the focus of a row has `data-row`. */
export function useRowFocus<T extends HTMLElement>() {
  const place = useRef<T>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const rows = place.current?.querySelectorAll<HTMLElement>('[data-row]')
    rows?.[Math.max(0, Math.min(wanted.current, rows.length - 1))]?.focus()
    wanted.current = undefined
  })
  const focusRow = (index: number) => {
    wanted.current = index
  }
  return [place, focusRow] as const
}
