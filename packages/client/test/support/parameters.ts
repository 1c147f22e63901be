import type { Json } from '../../../http/test/support/instance.ts'

/** A query parameter of the document. */
export interface Parameter {
  name: string
  required: boolean
  description: string
  style: string
  explode: boolean
  schema: Json
}

/** A reading operation of the document. */
export interface Reading {
  /** As the client calls it. */
  name: string
  path: string
  parameters: Parameter[]
  isList: boolean
}

/** All GET operations with their query parameters, with the defaults of OpenAPI for style and explode. */
export function readingsOf(document: Json): Reading[] {
  const paths = Object.entries<Json>(document.paths)
  return paths.flatMap(([path, { get }]) => {
    if (!get) return []
    const given: Json[] = get.parameters.filter((one: Json) => one.in === 'query')
    const parameters = given.map(
      ({ name, required = false, description = '', style = 'form', explode = style !== 'spaceDelimited', schema }) => ({
        ...{ name, required, description, style, explode, schema },
      }),
    )
    const name = get.operationId.replace(/_(\w)/g, (_: string, letter: string) => letter.toUpperCase())
    return [{ name, path, parameters, isList: parameters.some((one) => one.name === 'cursor') }]
  })
}

/** Values that the schema allows, its bounds among them. @param known values that match records, by name */
export function valuesOf({ name, description, schema }: Parameter, known: Record<string, unknown[]>): unknown[] {
  const matching = schema.enum ? [] : (known[name] ?? [])
  // The document says what is for members alone.
  const isForMembers = (value: unknown) => new RegExp(`API key, which has no .?${value}\\b`).test(description)
  return [...matching, ...allowedBy(schema, name).filter((value) => !isForMembers(value))]
}

function allowedBy(schema: Json, name: string): unknown[] {
  const { type, format, minimum, maximum, examples, maxLength = 1000, items, maxItems } = schema
  if (schema.enum) return schema.enum
  if (examples) return examples
  if (name === 'cursor') return ['']
  if (type === 'boolean') return [true, false]
  if (type === 'integer') return [minimum ?? 0, maximum ?? 1_000_000, schema.default].filter(Number.isInteger)
  if (type === 'array') {
    const [one] = allowedBy(items, name)
    return [[one], [one, one], Array.from({ length: maxItems ?? 10 }, () => one)]
  }
  if (type === 'object') return [{ crm: 'A-1' }, { crm: 'A-1', 'plan & more [x]': 'ä+ö' }]
  if (type !== 'string') throw new Error(`${name} is of a type that is not walked: ${JSON.stringify(schema)}`)
  if (format === 'uuid') return ['019aa0f4-7c00-7000-8000-000000000001', '019AA0F4-7C00-7000-8000-000000000001']
  if (format === 'date-time') return ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456+05:30']
  if (format === 'date') return ['2026-01-31']
  if (format) throw new Error(`${name} is in a format that is not walked: ${format}`)
  if (schema.pattern) throw new Error(`${name} has a pattern and no examples`)
  return ['a', 'Ä & + % ?=#[x]', 'x'.repeat(maxLength)]
}

/** Every way in which the document lets a client write a value into the query. */
export function spellingsOf({ name, style, explode, schema }: Parameter, value: unknown): string[] {
  const texts = pairsOf({ name, style, explode }, schema.type, value)
  const join = (encode: (text: string) => string) =>
    texts.map(([key, text]) => `${encode(key)}=${encode(text)}`).join('&')
  const form = new URLSearchParams(texts).toString()
  // Brackets need no encoding where a query is written by hand, and most clients leave commas and colons as they are.
  const bare = join((text) => encodeURIComponent(text).replaceAll(/%(?:5B|5D|2C|3A)/g, decodeURIComponent))
  return [...new Set([join(encodeURIComponent), form, bare])]
}

function pairsOf(
  { name, style, explode }: Pick<Parameter, 'name' | 'style' | 'explode'>,
  type: string,
  value: unknown,
): [string, string][] {
  if (type === 'object' && style === 'deepObject')
    return Object.entries(value as object).map(([key, one]) => [`${name}[${key}]`, String(one)])
  if (type === 'object') throw new Error(`${name} is an object in a style that is not walked: ${style}`)
  if (!Array.isArray(value)) return [[name, String(value)]]
  if (style !== 'form') throw new Error(`${name} is a list in a style that is not walked: ${style}`)
  return explode ? value.map((one) => [name, String(one)]) : [[name, value.join()]]
}
