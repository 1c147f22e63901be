import type { z } from 'zod'

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
  if (typeof reference === 'string') jsonSchema.description = reference
  delete jsonSchema.reference
}
