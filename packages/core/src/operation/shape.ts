import { z } from 'zod'

type Shape = (value: unknown) => unknown

const compiled = new WeakMap<z.ZodType, Shape>()

/**
 * Copies of a value what its output schema names, and nothing else: a column that the schema does not know never leaves.
 * Compiled once for a schema. It trusts the types; tests parse the outcome with the schema.
 */
export function shapeOf(schema: z.ZodType): Shape {
  let shape = compiled.get(schema)
  if (!shape) {
    shape = compile(schema) ?? ((value) => value)
    compiled.set(schema, shape)
  }
  return shape
}

/** Undefined: the value is passed on as it is. */
function compile(schema: z.core.$ZodType): Shape | undefined {
  if (schema instanceof z.ZodObject) return compileObject(schema)
  if (schema instanceof z.ZodArray) {
    const item = compile(schema.element)
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value))
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = compile(schema.unwrap())
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)))
  }
  return undefined
}

function compileObject(schema: z.ZodObject): Shape {
  const fields = Object.entries(schema.shape).map(([key, child]) => ({ key, shape: compile(child) }))
  return (value) => {
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const { key, shape } of fields) {
      const field = source[key]
      if (field !== undefined) result[key] = shape ? shape(field) : field
    }
    return result
  }
}
