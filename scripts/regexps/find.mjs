import { parseSync, Visitor } from 'oxc-parser'

/** The regular expressions of a file: literals, and those that are made of texts that stand there. */
export function regexpsIn({ path, text }) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const found = []
  const add = (start, pattern, flags) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ at: `${path}:${line}`, pattern, flags })
  }
  const made = ({ start, callee, arguments: [pattern, flags] }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    if (typeof pattern?.value === 'string') add(start, pattern.value, flags?.value ?? '')
  }
  new Visitor({
    Literal({ start, regex }) {
      if (regex) add(start, regex.pattern, regex.flags)
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program)
  return found
}
