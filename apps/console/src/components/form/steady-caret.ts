import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the place where somebody writes in a field whose text becomes another by itself, as when somebody else has changed
 * it: browsers would go to its end.
 */
export function useSteadyCaret(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, value: string): void {
  const { current } = field
  // As browsers give it back.
  const after = value.replace(/\r\n?/g, '\n')
  // Before the field is given the new text.
  const before =
    current && current.value !== after && document.activeElement === current
      ? { text: current.value, start: current.selectionStart, end: current.selectionEnd }
      : undefined
  useLayoutEffect(() => {
    if (!before || before.start === null || before.end === null) return
    field.current?.setSelectionRange(caretIn(before.text, after, before.start), caretIn(before.text, after, before.end))
  })
}

/** The position in a changed text that corresponds to one in the old text, found by the text before it, else by the text after it. */
export function caretIn(before: string, after: string, place: number): number {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  if (place <= head) return place
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return place >= before.length - tail ? place + after.length - before.length : after.length - tail
}
