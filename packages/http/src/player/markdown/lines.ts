import type MarkdownIt from 'markdown-it'
import type { StateCore } from 'markdown-it'

/** More than any text of the largest size has that somebody wrote. */
const MOST_LINES = 5000
/** What is beyond them. */
const REST = Symbol('rest')

/**
 * Bounds the lines of a text: each can be a list, a heading or a paragraph of its own, which take many times as long as a line of a
 * paragraph. What is beyond the bound is shown as the text that it is.
 */
export function boundLines(parser: InstanceType<typeof MarkdownIt>): void {
  parser.core.ruler.after('normalize', 'lines', (state) => {
    const end = endOfLines(state.src)
    if (end < 0) return
    state.env[REST] = state.src.slice(end + 1)
    state.src = state.src.slice(0, end)
  })
  parser.core.ruler.push('rest_of_lines', (state) => {
    const rest = state.env[REST]
    if (typeof rest === 'string' && rest.trim() !== '' && !state.inlineMode) state.tokens.push(...asText(state, rest))
  })
}

/** Where the last line within the bound ends; negative where the text has no more than these. */
function endOfLines(text: string): number {
  let end = -1
  for (let line = 0; line < MOST_LINES; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return -1
  }
  return end
}

function asText({ Token }: StateCore, content: string) {
  const text = Object.assign(new Token('text', '', 0), { content })
  const inline = Object.assign(new Token('inline', '', 0), { content, children: [text] })
  return [new Token('paragraph_open', 'p', 1), inline, new Token('paragraph_close', 'p', -1)]
}
