import MarkdownIt, { type StateBlock } from 'markdown-it'

const MOST_COLUMNS = 50
/** Of all tables of a text. */
const MOST_CELLS = 5000
/** How many cells the text has so far. */
const CELLS = Symbol('cells')

/**
 * Bounds the tables of a text. Every row gets as many cells as the first one has, so that a few characters are enough for a
 * hundred thousand of them. What is beyond the bounds is shown as the text that it is.
 */
export function boundTables(parser: InstanceType<typeof MarkdownIt>): void {
  // Of a parser that knows tables and paragraphs alone, the first rule is that of tables.
  const [table] = new MarkdownIt('zero').enable('table').block.ruler.getRules('')
  if (!table) throw new Error('The parser of Markdown has no rule for tables')
  const bounded: typeof table = (state, from, to, silent) => {
    const columns = columnsIn(state, from)
    const left = MOST_CELLS - Number(state.env[CELLS] ?? 0)
    // The second line tells that it is a table, and has no cells.
    const rows = Math.floor(left / columns)
    if (columns > MOST_COLUMNS || rows < 1) return false
    const isTable = table(state, from, Math.min(to, from + rows + 1), silent)
    if (isTable && !silent) state.env[CELLS] = MOST_CELLS - left + columns * (state.line - from)
    return isTable
  }
  // As the rule that it stands for, it may end these.
  parser.block.ruler.at('table', bounded, { alt: ['paragraph', 'reference'] })
}

/** At most how many columns a line has. */
function columnsIn({ src, bMarks, eMarks, tShift }: StateBlock, line: number): number {
  const from = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
  let columns = 1
  for (let at = from; at < (eMarks[line] ?? 0) && columns <= MOST_COLUMNS; at++) if (src[at] === '|') columns++
  return columns
}
