import { sql } from 'drizzle-orm'
import type { ViewList } from '../../views/contract.ts'
import type { Columns } from '../columns.ts'
import type { PeopleTables } from './people.ts'
import { timestamps } from './shared.ts'

/** Saved views of lists. */
export function viewTables(column: Columns, { memberships }: PeopleTables) {
  const { table, id, text, integer, boolean, time, json, index, primaryKey, foreignKey } = column

  const views = table(
    'views',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      /** The member who alone sees it; null if it is shared. */
      owner_id: id(),
      list: text<ViewList>().notNull(),
      name: text().notNull(),
      filters: json<Record<string, string | number | boolean>>().notNull(),
      sort: text(),
      order: text<'asc' | 'desc'>(),
      is_shared: boolean().notNull(),
      position: integer().notNull(),
      /** When the person in `deleted_by` deleted it, who can restore it for a while. */
      deleted_at: time(),
      deleted_by: id(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      // Private views end with the membership.
      foreignKey({
        columns: [t.workspace_id, t.owner_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      index('views_deleted').on(t.deleted_at).where(sql`${t.deleted_at} is not null`),
      index('views_owner').on(t.workspace_id, t.owner_id),
      index('views_newest').on(t.workspace_id, t.created_at, t.id),
      index('views_updated').on(t.workspace_id, t.updated_at),
    ],
  )

  return { views }
}
