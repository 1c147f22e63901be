import type { Caller, Operation } from '@handrail/core'
import { z } from 'zod'
import { isList } from '../../rest/response/output.ts'
import { hiddenOf, unpermittedOf, untakenOf, without } from './hidden.ts'

/**
 * A JSON Schema. Definitions cost tokens, so keywords that only validators use are left out.
 */
type Schema = Record<string, unknown>

const DEPTH = 3
/** The fields of a list's `meta` that a model needs. */
const META = { properties: { next_cursor: {} } }
/** Beside keywords of validators, the texts of the reference. */
const CHECKED_LATER = ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'reference']

/** The schema of a tool's arguments. The operation checks patterns, lengths and minima, and describes problems in words. */
export function inputSchemaOf(operation: Operation, caller: Pick<Caller, 'kind' | 'rights'>): Schema {
  const schema = convert(operation.input, 'input', { without: CHECKED_LATER, depth: DEPTH })
  const properties = {
    ...without(propertiesOf(schema), [...untakenOf(operation), ...unpermittedOf(operation, caller)]),
    ...inWords(operation, propertiesOf(schema)),
  }
  return { ...schema, properties, additionalProperties: false }
}

/** The arguments that a tool describes in words, with their types. */
function inWords({ tool }: Operation, schemas: Record<string, Schema>): Record<string, Schema> {
  const described = Object.entries(tool?.inWords ?? {})
  return Object.fromEntries(described.map(([name, description]) => [name, { type: schemas[name]?.type, description }]))
}

interface Shown {
  /** The tool that lists such records and describes their fields; other tools describe only additional ones. */
  lister?: Operation | undefined
  /** The operation whose records are shown beside the result. */
  beside?: Operation | undefined
  /** Fields that this caller does not see. */
  withheld?: readonly string[]
}

/**
 * The schema of a tool's result: the names of fields, of a list down to DEPTH, of a record only its own, without types, which the
 * values show. Results may gain fields, so nothing is closed or required.
 */
export function outputSchemaOf(operation: Operation, { lister, beside, withheld = [] }: Shown): Schema {
  const schema = convertOutput(operation.output, isList(operation) ? DEPTH : DEPTH - 1)
  if (isList(operation)) {
    const { items, ...list } = propertiesOf(schema).data ?? {}
    const record = items as Schema
    const { id: _, ...told } = beside ? recordsIn(convertOutput(beside.output, DEPTH)) : {}
    const own = without(propertiesOf(record), hiddenOf(operation)) as Record<string, Schema>
    const shown = { properties: described({ ...told, ...own }) }
    return { ...schema, properties: { data: { ...list, items: shown }, meta: META } }
  }
  if (!lister) return schema
  const [record, listed] = [propertiesOf(schema).data, outputSchemaOf(lister, { beside })]
  const known = recordsIn(listed)
  const unseen = [...hiddenOf(operation), ...withheld]
  const shown = described(without(propertiesOf(record), unseen) as Record<string, Schema>)
  const added = Object.entries(shown).filter(([name]) => !(name in known))
  const data = {
    description: `As in ${lister.name}${added.length > 0 ? ', and' : ''}`,
    ...(added.length > 0 && { properties: Object.fromEntries(added) }),
  }
  return { type: 'object', properties: { data } }
}

function convertOutput(output: z.ZodType, depth: number): Schema {
  const without = [...CHECKED_LATER, 'required', 'format', 'default', 'maximum', 'enum']
  return convert(output, 'output', { without, depth })
}

/** The fields of the records in a list. */
function recordsIn(schema: Schema): Record<string, Schema> {
  return propertiesOf(propertiesOf(schema).data?.items as Schema)
}

/** The names of the fields, with what is said of some. */
function described(fields: Record<string, Schema>): Record<string, Schema> {
  const short = ([name, { description }]: [string, Schema]) => [name, description === undefined ? {} : { description }]
  return Object.fromEntries(Object.entries(fields).map(short))
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  // The keyword `properties` of a JSON Schema always has this type.
  return (schema?.properties ?? {}) as Record<string, Schema>
}

interface Conversion {
  /** Keywords to leave out. */
  without: readonly string[]
  /** The number of levels that are described in full; deeper levels have only a type. */
  depth: number
}

function convert(schema: z.ZodType, io: 'input' | 'output', conversion: Conversion): Schema {
  const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return compact(converted, $defs as Record<string, Schema>, conversion)
}

/** Replaces references by the schemas that they name: not every client follows references. */
function compact(given: Schema, named: Record<string, Schema>, { without, depth }: Conversion): Schema {
  const { $ref, ...own } = given
  const { properties, items, id: _, ...rest } = joined({ ...named[String($ref).replace('#/$defs/', '')], ...own })
  const keywords = Object.entries(rest).filter(
    ([keyword, value]) => !without.includes(keyword) && !isRedundant(keyword, value),
  )
  const inner = (part: unknown, at: number) => compact(part as Schema, named, { without, depth: at })
  const fields = depth > 0 && properties ? Object.entries(properties) : []
  return {
    ...Object.fromEntries(keywords),
    ...(items && depth > 0 ? { items: inner(items, depth) } : {}),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, child]) => [name, inner(child, depth - 1)])),
    }),
  }
}

/** Keywords that zod writes for every object or integer. */
function isRedundant(keyword: string, value: unknown): boolean {
  if (keyword === 'minimum' || keyword === 'maximum') return Math.abs(Number(value)) >= 1_000_000_000
  return keyword === 'propertyNames' || keyword === 'additionalProperties'
}

/** `anyOf: [{type: "string"}, {type: "null"}]` as `type: ["string", "null"]`; of a choice, null is one more. */
function joined(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [some, none] = anyOf as Schema[]
  if (none?.type !== 'null' || typeof some?.type !== 'string') return schema
  const choices = Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {}
  return { ...rest, ...some, ...choices, type: [some.type, 'null'] }
}
