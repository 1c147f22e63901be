import { z } from 'zod'

/** A JSON Schema, as OpenAPI 3.1 uses it (draft 2020-12). */
export type Schema = Record<string, unknown>

/** Turns zod schemas into JSON Schemas; those with an id (`.meta({ id })`) are collected as components. */
export interface Schemas {
  readonly components: Record<string, Schema>
  input(schema: z.ZodType): Schema
  output(schema: z.ZodType): Schema
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
      override: ({ jsonSchema }) => {
        delete jsonSchema.id
        // The format says the same more clearly, and a pattern cannot say that case does not matter.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
        // Answers may gain fields, and readers must not refuse these.
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
  }
}

function withComponents(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
