import { applyEdits, type Edit, modify, type Node, type ParseError, parseTree } from 'jsonc-parser'
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
    throw new BridgeError('invalid_option', `"${object}" is not an object there: correct it first.`)
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

/** Removes `object.name`, or what the last of several members of that name is. @throws BridgeError as above */
export function removeMember(text: string, object: string, name: string): string {
  if (text.startsWith('\ufeff')) return `\ufeff${removeMember(text.slice(1), object, name)}`
  const root = parse(text)
  const parent = root && membersOf(root, object).at(-1)?.value
  if (!root || !parent) return text
  const outdated = [...membersOf(root, object).slice(0, -1), ...membersOf(parent, name).slice(0, -1)]
  const masked = rewriteKeys(text, outdated, (key) => '~'.repeat(key.length))
  return rewriteKeys(
    applyEdits(masked, modify(masked, [object, name], undefined, {})),
    outdated,
    (_, { offset, length }) => text.slice(offset + 1, offset + length - 1),
  )
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
