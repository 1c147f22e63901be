import { type ResolvedPos, Slice } from 'prosemirror-model'
import { openText } from './document.ts'

/** Lines that begin as blocks of Markdown do, and marks within a line. */
const BLOCK = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|\|)/m
const INLINE = /\*\*[^*\n]+\*\*|\]\(https?:/

/** What pasted plain text means as Markdown; undefined if it is only text, or is pasted into code. */
export function pastedMarkdown(text: string, context: ResolvedPos): Slice | undefined {
  if (context.parent.type.spec.code || !(BLOCK.test(text) || INLINE.test(text))) return undefined
  return Slice.maxOpen(openText(text.trim()).doc.content)
}
