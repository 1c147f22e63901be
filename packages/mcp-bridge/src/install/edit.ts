import { BridgeError } from '../errors/bridge-error.ts'

/** Where a value stands in a text. Members only of objects. */
interface Node {
  start: number
  end: number
  members?: { name: string; start: number; value: Node }[]
}

/**
 * Sets `object.name` in a text of JSON with comments, and leaves every other character as it was.
 * @throws BridgeError where the text is no such JSON
 */
export function setMember(text: string, object: string, name: string, value: unknown): string {
  const root = parse(text)
  if (!root) return `${JSON.stringify({ [object]: { [name]: value } }, undefined, 2)}\n`
  const parent = root.members?.find((member) => member.name === object)?.value
  if (!parent) return insert(text, root, object, { [name]: value }, 1)
  if (!parent.members) throw new BridgeError('invalid_option', `"${object}" is not an object there: correct it first.`)
  const old = parent.members.find((member) => member.name === name)?.value
  if (!old) return insert(text, parent, name, value, 2)
  return text.slice(0, old.start) + indented(value, indentOf(text), 2) + text.slice(old.end)
}

function insert(text: string, { end, members = [] }: Node, name: string, value: unknown, depth: number): string {
  const indent = indentOf(text)
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const member = `${newLine}${indent.repeat(depth)}${JSON.stringify(name)}: ${indented(value, indent, depth)}`
  const last = members.at(-1)
  if (!last)
    return `${text.slice(0, end - 1).trimEnd()}${member}${newLine}${indent.repeat(depth - 1)}${text.slice(end - 1)}`
  const rest = text.slice(last.value.end, end - 1)
  const comma = /^(\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/.exec(rest)?.[0].length
  const at = last.value.end + (comma ?? 0)
  return `${text.slice(0, at)}${comma === undefined ? ',' : ''}${member}${comma === undefined ? '' : ','}${text.slice(at)}`
}

function indented(value: unknown, indent: string, depth: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll('\n', `\n${indent.repeat(depth)}`)
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
}

/** @returns undefined for a text without a value */
function parse(text: string): Node | undefined {
  let at = text.startsWith('\ufeff') ? 1 : 0
  skip()
  if (at === text.length) return undefined
  const root = value()
  skip()
  if (at < text.length || !root.members) throw invalid()
  return root

  function skip() {
    const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
    blank.lastIndex = at
    blank.exec(text)
    at = blank.lastIndex
  }

  function value(): Node {
    const start = at
    if (text[at] === '{') {
      const members = list('}', member)
      return { start, end: at, members }
    }
    if (text[at] === '[') list(']', value)
    else token(/"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)
    return { start, end: at }
  }

  function member(): { name: string; start: number; value: Node } {
    const start = at
    const name: unknown = JSON.parse(token(/"(?:[^"\\\n]|\\.)*"/y))
    skip()
    token(/:/y)
    skip()
    return { name: String(name), start, value: value() }
  }

  /** The last comma may be one too many, as editors allow. */
  function list<T>(end: string, item: () => T): T[] {
    const items: T[] = []
    at++
    for (skip(); text[at] !== end; skip()) {
      items.push(item())
      skip()
      if (text[at] === ',') at++
      else if (text[at] !== end) throw invalid()
    }
    at++
    return items
  }

  function token(pattern: RegExp): string {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found === undefined) throw invalid()
    at += found.length
    return found
  }

  function invalid() {
    const line = text.slice(0, at).split('\n').length
    return new BridgeError(
      'invalid_option',
      `it is not valid JSON (line ${line}): correct it first; nothing was changed.`,
    )
  }
}
