import type { z } from 'zod'
import type { Deprecation } from './deprecation.ts'

declare module 'zod' {
  interface GlobalMeta {
    /**
     * The description of a field in the reference and in the schemas of events, in place of `description`. Definitions of MCP tools
     * leave it out, since a model reads them in every conversation: what models have to know is `description`.
     */
    reference?: string | undefined
  }
}

/** Makes the text of the reference the description of a JSON Schema: the `override` of `z.toJSONSchema`. */
export function showReference({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { reference } = jsonSchema
  const text = typeof reference === 'string' ? reference : jsonSchema.description
  if (text !== undefined) jsonSchema.description = sentence(text)
  delete jsonSchema.reference
}

/** What is short for models ends as a sentence does. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Marks a field whose name is replaced by another one. Both are answered until 1.0. */
export function deprecatedField<T extends z.ZodType>(schema: T, { since, use }: Deprecation): T {
  return schema.meta({
    deprecated: true,
    reference: `Deprecated since ${since}: use \`${use}\`, which has the same value.`,
  })
}

/**
 * By the definition of a schema whose values only their operation can check: the schema that the reference shows in its place. Copies of
 * a schema, which a text makes, share its definition.
 */
const shownSchemas = new WeakMap<object, z.ZodType>()

/** Lets the reference show another schema. */
export function showAs<T extends z.ZodType>(schema: T, as: z.ZodType): T {
  shownSchemas.set(schema._zod.def, as)
  return schema
}

/** The schema that the reference shows in place of this one. */
export function shownInstead(schema: z.core.$ZodType): z.ZodType | undefined {
  return shownSchemas.get(schema._zod.def)
}
