import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * A placeholder for each named column, for `values(...)` and `set(...)` of a prepared statement.
 * The builders bind a placeholder in both, encoded as its column is, but `set` does not say so in its type.
 */
export function placeholders<T extends PgTable, K extends string & keyof T['$inferInsert']>(
  _table: T,
  columns: readonly K[],
): Pick<T['$inferInsert'], K> {
  // The one place where the builders' types are narrower than what they do.
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as Pick<T['$inferInsert'], K>
}
