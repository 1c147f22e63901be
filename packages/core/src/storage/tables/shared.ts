import type { Columns } from '../columns.ts'

/** When a record was made, and when it last changed. */
export function timestamps({ time }: Columns) {
  return { created_at: time().notNull(), updated_at: time().notNull() }
}

/** What users keep with a record for themselves. */
export function metadata({ json }: Columns) {
  return json<Record<string, unknown>>().notNull()
}
