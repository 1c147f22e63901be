import type { z } from 'zod'

/** The `data` of a type of event. */
export interface EventData<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  /** An example with all fields of the schema. */
  readonly example: object
}
