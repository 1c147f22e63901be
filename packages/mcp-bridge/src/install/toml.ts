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
  const kept = withoutTable(text, [parent, name])
  const table = value === undefined ? '' : stringify({ [parent]: { [name]: value } })
  const gap = kept === '' || value === undefined ? '' : '\n'
  const after = `${kept === '' ? '' : `${kept.trimEnd()}\n`}${gap}${table}`
  const tables = isObject(before[parent]) ? { ...before[parent] } : {}
  delete tables[name]
  const expected = { ...before, [parent]: value === undefined ? tables : { ...tables, [name]: value } }
  if (sameTables(readToml(after), expected, parent)) return after
  throw new BridgeError(
    'invalid_option',
    `it writes ${parent}.${name} in a way that cannot be edited here: change it by hand.`,
  )
}

export function readToml(text: string): JsonObject {
  try {
    return parse(text)
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

/** Without the lines from the header of a table, or of one below it, to the next header. */
function withoutTable(text: string, path: readonly string[]): string {
  let isInside = false
  const lines = text.split('\n').filter((line) => {
    const header = /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(line)?.[1]
    if (header !== undefined) isInside = startsWith(keysOf(header), path)
    else if (/^\s*\[\[/.test(line)) isInside = false
    return !isInside
  })
  return lines.join('\n')
}

function keysOf(header: string): string[] {
  return [...header.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

function startsWith(keys: readonly string[], path: readonly string[]): boolean {
  return path.every((key, index) => keys[index] === key)
}
