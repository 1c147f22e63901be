import { applyEdits, createScanner, type Edit, modify, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { BridgeError } from '../errors/bridge-error.ts'

/**
 * Sets `object.name` in a text of JSON with comments, and leaves everything else as it was. Of members with the same name
 * the last one counts, as for every reader.
 * @throws BridgeError where the text is no such JSON
 */
export function setMember(text: string, object: string, name: string, value: unknown): string {
  if (text.startsWith('\ufeff')) return `\ufeff${setMember(text.slice(1), object, name, value)}`
  const root = parse(text)
  if (!root) return `${JSON.stringify({ [object]: { [name]: value } }, undefined, 2)}\n`
  const parent = membersOf(root, object).at(-1)?.value
  if (parent && parent.type !== 'object')
    throw new BridgeError('invalid_option', `"${object}" is not an object in this file: correct it first.`)
  const outdated = [...membersOf(root, object).slice(0, -1), ...(parent ? membersOf(parent, name).slice(0, -1) : [])]
  // The library edits the first of several members, so the earlier ones have another name meanwhile.
  const masked = rewriteKeys(text, outdated, (key) => '~'.repeat(key.length))
  const edits = modify(masked, [object, name], value, {}).map((edit) => ({
    ...edit,
    content:
      edit.length > 0
        ? indented(text, value, 2)
        : inserted(text, edit, parent ? [name, value, 2] : [object, { [name]: value }, 1]),
  }))
  return rewriteKeys(applyEdits(masked, edits), outdated, (_, { offset, length }) =>
    text.slice(offset + 1, offset + length - 1),
  )
}

/** A new member on lines of its own: the library's formatting would touch its neighbours too. */
function inserted(text: string, { content }: Edit, [key, value, depth]: [string, unknown, number]): string {
  const { indent, newLine } = styleOf(text)
  const isAfterOthers = content.startsWith(',')
  const member = `${newLine}${indent.repeat(depth)}${JSON.stringify(key)}: ${indented(text, value, depth)}`
  return isAfterOthers ? `,${member}` : `${member}${newLine}${indent.repeat(depth - 1)}`
}

function indented(text: string, value: unknown, depth: number): string {
  const { indent, newLine } = styleOf(text)
  return JSON.stringify(value, undefined, indent).replaceAll('\n', `${newLine}${indent.repeat(depth)}`)
}

function styleOf(text: string) {
  return { indent: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ', newLine: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** Removes `object.name`, or what the last of several members of that name is, and nothing else. @throws BridgeError as above */
export function removeMember(text: string, object: string, name: string): string {
  if (text.startsWith('\ufeff')) return `\ufeff${removeMember(text.slice(1), object, name)}`
  const root = parse(text)
  const parent = root && membersOf(root, object).at(-1)?.value
  const member = parent && membersOf(parent, name).at(-1)
  return member ? withoutProperty(text, parent, member) : text
}

interface Member {
  key: Node
  value: Node
}

function membersOf(node: Node, name: string): Member[] {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value && key.value === name ? [{ key, value }] : [],
  )
}

/** Takes a member out with its comma and its lines. Comments are a person's, so they stay, whosever they were. */
function withoutProperty(text: string, parent: Node, { key, value }: Member): string {
  const start = key.offset
  const end = value.offset + value.length
  const siblings = parent.children ?? []
  const index = siblings.findIndex((one) => one.offset === start)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  const from = before ? before.offset + before.length : parent.offset + 1
  const comma = commaIn(text, end, after?.offset ?? parent.offset + parent.length - 1)
  // As it was put in: behind the one before, or alone.
  if (before && /^\s*,\s*$/.test(text.slice(from, start))) return text.slice(0, from) + text.slice(end)
  const close = parent.offset + parent.length - 1
  const rest = text.slice(comma === undefined ? end : comma + 1, close)
  if (!before && !after && text.slice(from, start).trim() === '' && rest.trim() === '')
    return text.slice(0, from) + text.slice(close)
  const own = wholeLines(text, start, comma === undefined ? end : comma + 1)
  const without = text.slice(0, own.start) + text.slice(own.end)
  const former = before && comma === undefined ? commaIn(text, from, start) : undefined
  return former === undefined ? without : without.slice(0, former) + without.slice(former + 1)
}

/** The place of the comma between two members; undefined where there is none. */
function commaIn(text: string, start: number, end: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(start)
  for (;;) {
    scanner.scan()
    // At its end it stands behind the text.
    const offset = scanner.getTokenOffset()
    if (offset >= end) return undefined
    if (text[offset] === ',') return offset
  }
}

/** What goes with a part that fills its lines: they do; otherwise the space behind it. */
function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const newLine = text.indexOf('\n', end)
  const isAlone = newLine >= 0 && text.slice(lineStart, start).trim() === '' && text.slice(end, newLine).trim() === ''
  if (isAlone) return { start: lineStart, end: newLine + 1 }
  return { start, end: end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) }
}

/** Replaces the texts of keys by others that are as long. */
function rewriteKeys(text: string, members: readonly Member[], rewrite: (key: string, node: Node) => string): string {
  return members.reduce((before, { key }) => {
    const [start, end] = [key.offset + 1, key.offset + key.length - 1]
    return before.slice(0, start) + rewrite(before.slice(start, end), key) + before.slice(end)
  }, text)
}

/** @returns undefined for a text without a value */
function parse(text: string): Node | undefined {
  if (text.trim() === '') return undefined
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (root?.type === 'object' && !error) return root
  const line = text.slice(0, error?.offset ?? 0).split('\n').length
  throw new BridgeError('invalid_option', `it is not valid JSON (line ${line}): correct it first; nothing was changed.`)
}
