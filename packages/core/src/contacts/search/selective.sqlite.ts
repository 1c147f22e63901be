import { type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../storage/tables/tables.ts'

/** The row numbers of contacts of all workspaces whose text holds the trigrams. */
export function candidates(_t: Tables['contacts'], _isFound: SQL | undefined): SQL {
  return sql`select rowid from contacts_search where contacts_search match ${sql.placeholder('trigrams')}`
}
