import { type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../storage/tables/tables.ts'

/** The ids of the contacts of a workspace that match. */
export function contactIds(t: Tables['contacts'], isFound: SQL | undefined): SQL {
  return sql`select ${t.id} from ${t} where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
      and ${t.deleted_at} is null and ${isFound}`
}

/** The row numbers of the contacts of a workspace that match; the trigram index of the text serves the condition. */
export function candidates(t: Tables['contacts'], isFound: SQL | undefined): SQL {
  return sql`select ${t.seq} from ${t} where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
      and ${t.deleted_at} is null and ${isFound}`
}
