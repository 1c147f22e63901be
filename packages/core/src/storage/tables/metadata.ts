import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'

/** The index of values of metadata, which triggers keep: rows of records are written in many places. */
export function metadataTables(column: Columns) {
  const { table, id, text, time, index, primaryKey } = column

  /** The keys of metadata whose values are indexed. */
  const metadata_keys = table(
    'metadata_keys',
    {
      workspace_id: id().notNull(),
      key: text().notNull(),
      /** Another one each time that the key is added. */
      id: id().notNull(),
      created_at: time().notNull(),
      /**
       * When the upkeep first saw it, or its removal: triggers of transactions that began later see the same. Null until then.
       */
      seen_at: time(),
      /** The resource whose existing records are being indexed, in the order of their ids; the last that is; null before the first. */
      resource: text(),
      after_id: id(),
      /** When all records were indexed. Until then, filters do not use the index. */
      ready_at: time(),
      /** When it was removed: no values are added, its values are being deleted, and then this row. */
      removed_at: time(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.key] }),
      index('metadata_keys_unfinished')
        .on(t.workspace_id, t.key)
        .where(sql`${t.ready_at} is null or ${t.removed_at} is not null`),
    ],
  )

  /** The values of these keys, as filters give them, in the order of lists. */
  const metadata_values = table(
    'metadata_values',
    {
      workspace_id: id().notNull(),
      key: text().notNull(),
      resource: text().notNull(),
      value: text().notNull(),
      created_at: time().notNull(),
      record_id: id().notNull(),
    },
    (t) => [
      primaryKey({
        name: 'metadata_values_pk',
        columns: [t.workspace_id, t.key, t.resource, t.value, t.created_at, t.record_id],
      }),
    ],
  )

  return { metadata_keys, metadata_values }
}
