import { InputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { richSchema } from './schema.ts'

// The schema is one constant with these names.
const mark = (name: string) => richSchema.marks[name] as MarkType

/** Turns `**bold**`, `*italic*` and `code` in backticks into what they mean, once the last sign is typed. */
export const MARK_RULES: readonly InputRule[] = [
  markRule(/(^|[^*])(\*\*)([^*]+)\*\*$/, mark('strong')),
  markRule(/(^|[^*])(\*)([^*]+)\*$/, mark('em')),
  markRule(/(^|[^`])(`)([^`]+)`$/, mark('code')),
]

function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, ({ tr }, match, start, end) => {
    const [, before = '', sign = '', text = ''] = match
    if (text.trim() !== text) return null
    const from = start + before.length
    const to = from + sign.length + text.length
    // The last sign is not in the document yet.
    return tr
      .delete(to, end)
      .delete(from, from + sign.length)
      .addMark(from, from + text.length, type.create())
      .removeStoredMark(type)
  })
}
