import { isObject, type JsonObject } from '../../json.ts'
import type { Tool } from '../../protocol/tool.ts'

/** A parameter that a tool wants to see in a header as well: `x-mcp-header` in its schema (2026-07-28, Streamable HTTP). */
export interface MirroredParameter {
  path: readonly string[]
  header: string
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']

/** The mirrored parameters of a tool; undefined where a declaration is invalid, so that the tool must not be used. */
export function mirroredParameters({ inputSchema }: Tool): MirroredParameter[] | undefined {
  const found: MirroredParameter[] = []
  const names = new Set<string>()
  return walk(inputSchema, [], true) ? found : undefined

  /** @param reachable only objects' properties lead here */
  function walk(schema: unknown, path: readonly string[], reachable: boolean): boolean {
    if (Array.isArray(schema)) return schema.every((branch) => walk(branch, path, false))
    if (!isObject(schema)) return true
    if ('x-mcp-header' in schema && !declare(schema, path, reachable)) return false
    return Object.entries(schema).every(([keyword, value]) => {
      if (keyword === 'x-mcp-header' || LITERALS.has(keyword)) return true
      if (keyword === 'properties' && isObject(value))
        return Object.entries(value).every(([name, property]) => walk(property, [...path, name], reachable))
      if (MAPS.has(keyword) && isObject(value)) return Object.values(value).every((branch) => walk(branch, path, false))
      return walk(value, path, false)
    })
  }

  function declare({ 'x-mcp-header': header, type }: JsonObject, path: readonly string[], reachable: boolean): boolean {
    if (!reachable || path.length === 0 || typeof header !== 'string' || !TOKEN.test(header)) return false
    if (!TYPES.includes(type) || names.has(header.toLowerCase())) return false
    names.add(header.toLowerCase())
    found.push({ path, header })
    return true
  }
}

/** Keywords whose values are not schemas. */
const LITERALS = new Set(['const', 'enum', 'default', 'examples', 'required'])
/** Keywords whose values are schemas by name. */
const MAPS = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions'])

/** The `Mcp-Param-` headers of a call; a value that is absent, null or of another type has none. */
export function parameterHeaders(parameters: readonly MirroredParameter[], given: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { path, header } of parameters) {
    const value = path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), given)
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value))
      headers[`mcp-param-${header.toLowerCase()}`] = headerValue(String(value))
  }
  return headers
}

/** A value as a header can carry it: plain where it is printable ASCII, otherwise in Base64 between the marks for it. */
export function headerValue(value: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/s.test(value)
  return isPlain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`
}
