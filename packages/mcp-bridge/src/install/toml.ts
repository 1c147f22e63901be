import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, TomlError } from 'smol-toml'
import { BridgeError } from '../errors/bridge-error.ts'
import { isObject, type JsonObject } from '../json.ts'

/**
 * Sets the table `parent.name`, or removes it where there is no value, and leaves everything else as it was, which is
 * checked by reading the outcome.
 * @throws BridgeError where the text is no TOML, or writes the table in another way
 */
export function setTable(text: string, parent: string, name: string, value: JsonObject | undefined): string {
  const before = readToml(text)
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const kept = withoutTable(text, [parent, name])
  const table = value === undefined ? '' : stringify({ [parent]: { [name]: value } }).replaceAll('\n', newLine)
  const after = table === '' ? kept : `${kept}${gapBehind(kept, newLine)}${table}`
  const tables = isObject(before[parent]) ? { ...before[parent] } : {}
  delete tables[name]
  const expected = { ...before, [parent]: value === undefined ? tables : { ...tables, [name]: value } }
  if (sameTables(readToml(after), expected, parent)) return after
  throw new BridgeError(
    'invalid_option',
    `it writes ${parent}.${name} in a way that cannot be edited here: change it by hand.`,
  )
}

/** A table begins behind an empty line. */
function gapBehind(text: string, newLine: string): string {
  if (text.replace(/^\ufeff/, '').trim() === '') return ''
  if (text.endsWith('\n') && text.slice(text.trimEnd().length).split('\n').length > 2) return ''
  return text.endsWith('\n') ? newLine : newLine.repeat(2)
}

export function readToml(text: string): JsonObject {
  try {
    return parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new BridgeError(
      'invalid_option',
      `it is not valid TOML (line ${error.line}): correct it first; nothing was changed.`,
    )
  }
}

/** An empty table and none are the same here. */
function sameTables(found: JsonObject, expected: JsonObject, parent: string): boolean {
  const filled = (all: JsonObject) => JSON.parse(JSON.stringify({ ...all, [parent]: all[parent] ?? {} }))
  return isDeepStrictEqual(filled(found), filled(expected))
}

/**
 * Without the lines of a table, and of those below it: from the header to the last line that says something. What follows
 * until the next header, comments and empty lines, is a person's, or that header's.
 */
function withoutTable(text: string, path: readonly string[]): string {
  const lines = text.split('\n')
  const gone = new Set<number>()
  let inside: number[] | undefined
  const end = () => {
    const says = (at: number) => !/^\s*(#.*)?$/.test(lines[at] ?? '')
    for (const at of inside?.slice(0, inside.findLastIndex(says) + 1) ?? []) gone.add(at)
    inside = undefined
  }
  for (const [at, line] of lines.entries()) {
    const header = /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(line)?.[1]
    if (header !== undefined || /^\s*\[\[/.test(line)) {
      end()
      if (header !== undefined && startsWith(keysOf(header), path)) inside = []
    }
    inside?.push(at)
  }
  end()
  // The empty line before a table that was the last one came with it.
  const first = Math.min(...gone)
  const isLast = gone.size > 0 && lines.slice(first).every((line, index) => gone.has(first + index) || line === '')
  if (isLast && first > 0 && lines[first - 1]?.trim() === '') gone.add(first - 1)
  return lines.filter((_, at) => !gone.has(at)).join('\n')
}

function keysOf(header: string): string[] {
  return [...header.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

function startsWith(keys: readonly string[], path: readonly string[]): boolean {
  return path.every((key, index) => keys[index] === key)
}
