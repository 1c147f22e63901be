import { operations } from '@handrail/core'
import { z } from 'zod'

/** Numbers from 0 to 1 that a seed decides, so that what was drawn can be drawn again (mulberry32). */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Drawn {
  name: string
  /** As in the specification: `GET /contacts/:id`; undefined for what only the console offers. */
  route: string | undefined
  input: Record<string, unknown>
}

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  maxItems?: number
  maxLength?: number
  maximum?: number
  minimum?: number
  format?: string
  $ref?: string
  $defs?: Record<string, Schema>
}

/** What would end the rights of those who ask, so that nothing that follows would be answered. */
const ENDS_ACCESS =
  /^(sign_|set_up|accept_inv|join_|reset_pass|change_pass|delete_own_workspace|delete_workspace|change_workspace_plan|change_member|remove_member|transfer_|revoke_(api_key|session|other)|(confirm|remove|offer)_second|renew_recovery|update_account)/

const HOSTILE_TEXTS: readonly string[] = [
  '',
  '%',
  '_',
  'e',
  "'; --",
  '\u0000',
  '\u200b\u202e',
  '\ud800',
  '😀'.repeat(200),
  'a'.repeat(5000),
  '../../etc/passwd',
  '|a'.repeat(2000),
  '[a]('.repeat(2000),
  '> '.repeat(2000),
  '=1+1',
  '2026-13-45T99:99:99Z',
  'https://a.example/%00',
  'x@y.example',
]
const HOSTILE_NUMBERS: readonly number[] = [-1, 0, 1, 100, 990, 2 ** 31, 2 ** 53, 1e308, 0.5]
const DEEPEST = 6

const schemas = Object.values(operations)
  .filter(({ name }) => !ENDS_ACCESS.test(name))
  .map(({ name, route, input }) => ({
    name,
    route,
    schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema,
  }))

/**
 * Draws an operation of all, and an input: mostly what its schema allows, in part what it does not.
 * @param ids of records that exist
 */
export function drawOperation(random: Random, ids: readonly string[]): Drawn {
  const { name, route, schema } = pick(random, schemas)
  const input = drawValue(schema, schema.$defs ?? {}, { random, ids, depth: 0 })
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return { name, route, input: isObject ? (input as Record<string, unknown>) : {} }
}

export function drawText(random: Random): string {
  return pick(random, HOSTILE_TEXTS)
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

interface Drawing {
  random: Random
  ids: readonly string[]
  depth: number
}

function drawValue(schema: Schema, defs: Record<string, Schema>, drawing: Drawing): unknown {
  const { random, depth } = drawing
  const below = { ...drawing, depth: depth + 1 }
  if (depth > 0 && random() < 0.05) return pick(random, [null, [], {}, true, ...HOSTILE_NUMBERS, ...HOSTILE_TEXTS])
  const named = schema.$ref === undefined ? undefined : defs[schema.$ref.replace('#/$defs/', '')]
  if (named) return depth > DEEPEST ? null : drawValue(named, defs, below)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return drawValue(pick(random, some), defs, below)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => drawValue(one, defs, below)))
  if (schema.enum) return pick(random, schema.enum)
  if (schema.const !== undefined) return schema.const
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type
  if (type === 'object') return drawObject(schema, defs, below)
  if (type === 'array') return drawList(schema, defs, below)
  if (type === 'boolean') return random() < 0.5
  if (type === 'integer' || type === 'number') return drawNumber(schema, random)
  if (type === 'null') return null
  return drawString(schema, drawing)
}

function drawObject(schema: Schema, defs: Record<string, Schema>, drawing: Drawing): Record<string, unknown> {
  const { random, depth } = drawing
  const isWanted = (name: string) => schema.required?.includes(name) || random() < (depth > DEEPEST ? 0 : 0.35)
  const given = Object.entries(schema.properties ?? {}).filter(([name]) => isWanted(name))
  const object = Object.fromEntries(given.map(([name, one]) => [name, drawValue(one, defs, drawing)]))
  const { additionalProperties: further } = schema
  if (typeof further === 'object' && random() < 0.3)
    for (let count = 0; count < 5; count++) object[`key ${count}`] = drawValue(further, defs, drawing)
  return object
}

function drawList({ items, maxItems = 100 }: Schema, defs: Record<string, Schema>, drawing: Drawing): unknown[] {
  const { random, depth } = drawing
  const length = depth > DEEPEST ? 0 : pick(random, [0, 1, 1, 2, 3, depth < 4 ? Math.min(maxItems, 1000) : 2])
  return Array.from({ length }, () => drawValue(items ?? {}, defs, drawing))
}

function drawNumber({ minimum = 0, maximum = 100 }: Schema, random: Random): number {
  return random() < 0.3 ? pick(random, HOSTILE_NUMBERS) : Math.round(minimum + random() * (maximum - minimum))
}

function drawString({ format, maxLength = 200 }: Schema, { random, ids }: Drawing): string {
  if (random() < 0.1) return pick(random, HOSTILE_TEXTS)
  if (format === 'uuid') return pick(random, ids)
  if (format === 'date-time') return '2026-11-01T00:00:00Z'
  if (format === 'date') return '2026-11-01'
  if (format === 'email') return `${Math.floor(random() * 1e9)}@b.example`
  if (format === 'uri') return `https://a.example/${Math.floor(random() * 1e9)}`
  return pick(random, ['e', 'a', 'Some words', 'x'.repeat(Math.min(maxLength, 100_000)), pick(random, ids)])
}
