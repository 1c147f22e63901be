import { parseSync, Visitor } from 'oxc-parser'

const MAX_LINES = 80
/** How a comment begins its reason, in the line above a function that stays longer. */
const REASON = /\bLong because \S/

/** Functions that are too long and do not say why. */
export function functionFaults({ path, text }) {
  const lines = text.split('\n')
  const lineAt = lineFinder(lines)
  const faults = []
  const check = ({ start, end }) => {
    const [first, last] = [lineAt(start), lineAt(end)]
    const length = last - first + 1
    if (length <= MAX_LINES || REASON.test(lines[first - 1] ?? '')) return
    faults.push(
      `${path}:${first + 1}: a function of ${length} lines, at most ${MAX_LINES}. ` +
        'Split it, or say "Long because ..." in a comment in the line above',
    )
  }
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(program)
  return faults
}

/** Tells the line, from 0, in which an offset lies. */
function lineFinder(lines) {
  const starts = []
  let offset = 0
  for (const line of lines) {
    starts.push(offset)
    offset += line.length + 1
  }
  return (position) => starts.findLastIndex((start) => start <= position)
}
