import type { Columns } from '../columns.ts'

/** When a record was made, and when it last changed. */
export function timestamps({ time }: Columns) {
  return { created_at: time().notNull(), updated_at: time().notNull() }
}

/** What users keep with a record for themselves. */
export function metadata({ json }: Columns) {
  return json<Record<string, unknown>>().notNull()
}

/** What a table has whose rows workers go on with: when the next of them may, and which one is at it. */
export function leasing({ text, integer, time }: Columns) {
  return {
    attempts: integer().notNull(),
    /** Claims since the last step that was written down that never came to say how they ended. */
    deaths: integer().notNull().default(0),
    error: text(),
    next_attempt_at: time(),
    lease_until: time(),
    leased_by: text(),
  }
}
