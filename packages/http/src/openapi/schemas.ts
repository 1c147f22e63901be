import { shownInstead, showReference } from '@handrail/core/internal'
import { z } from 'zod'

/** A JSON Schema, as OpenAPI 3.1 uses it (draft 2020-12). */
export type Schema = Record<string, unknown>

/** Turns zod schemas into JSON Schemas; those with an id (`.meta({ id })`) are collected as components. */
export interface Schemas {
  readonly components: Record<string, Schema>
  input(schema: z.ZodType): Schema
  output(schema: z.ZodType): Schema
  /** Collects a schema under a name. @returns the reference to it */
  named(name: string, schema: Schema): Schema
}

export function collectSchemas(): Schemas {
  const components: Record<string, Schema> = {}

  function convert(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        delete jsonSchema.id
        const shown = shownInstead(zodSchema)
        if (shown) replace(jsonSchema, convert(shown, 'input'))
        showReference({ jsonSchema })
        if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue
        // Not every consumer supports Unicode classes in patterns.
        if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
        // The limits of JavaScript's numbers are no limits of the field.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        // The format is clearer, and a pattern cannot express that case does not matter.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
        // Responses may gain fields, which clients must accept.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    for (const [name, definition] of Object.entries($defs)) components[name] = withComponents(definition)
    return withComponents(converted)
  }

  return {
    components,
    input: (schema) => convert(schema, 'input'),
    output: (schema) => convert(schema, 'output'),
    named(name, schema) {
      components[name] = schema
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

/** Replaces what is said of a form by another schema; the texts stay. */
function replace(schema: Schema, other: Schema): void {
  for (const keyword of ['type', 'additionalProperties', 'propertyNames']) delete schema[keyword]
  Object.assign(schema, other)
}

function withComponents(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
