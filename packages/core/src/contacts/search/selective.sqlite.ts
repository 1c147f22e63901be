import { type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../storage/tables/tables.ts'

/** The ids of the contacts of a workspace that match. */
export function contactIds(t: Tables['contacts'], isFound: SQL | undefined): SQL {
  // The row numbers choose the index.
  const { workspace_id, deleted_at } = t
  return sql`select ${t.id} from ${t} where ${t.seq} in (${candidates(t, isFound)})
      and +${workspace_id} = ${sql.placeholder('workspace_id')} and +${deleted_at} is null and ${isFound}`
}

/** The row numbers of contacts of all workspaces whose text holds the trigrams. */
export function candidates(_t: Tables['contacts'], _isFound: SQL | undefined): SQL {
  return sql`select rowid from contacts_search where contacts_search match ${sql.placeholder('trigrams')}`
}
