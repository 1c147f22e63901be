import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'

/** Changes only the differing part of a document, so that a selection elsewhere is kept. The change is not in the undo history. */
export function toBecome({ doc, tr }: EditorState, next: Node): Transaction {
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || !end) return tr
  // Where a letter is doubled, both ends find the same one.
  const beyond = Math.max(0, start - Math.min(end.a, end.b))
  const least = tr.replace(start, end.a + beyond, next.slice(start, end.b + beyond))
  const whole = least.doc.eq(next) ? least : least.replaceWith(0, least.doc.content.size, next.content)
  return whole.setMeta('addToHistory', false)
}
