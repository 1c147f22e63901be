import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { LOG_COUNTS_TO, SCAN_LIMIT } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf } from '../records/rows.ts'
import { prepared, type Reader } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { later } from '../times.ts'
import { AuditEntry } from './entry.ts'

const entryColumns = (table: Tables['audit_entries']) => columnsOf(table, AuditEntry)

export const auditEntryList = {
  name: 'audit_entries',
  table: (tables) => tables.audit_entries,
  columns: entryColumns,
  filters: {
    actor_id: (t) => eq(t.actor_id, sql.placeholder('actor_id')),
    // An action of a group, whose name is the part before the dot, or of this name.
    action: (t) =>
      sql`(${t.action} = ${sql.placeholder('action')} or ${t.action} like ${sql.placeholder('action_kind')} escape '\\')`,
    from: (t) => gte(t.created_at, sql.placeholder('from')),
    until: (t) => lt(t.created_at, sql.placeholder('until')),
  },
  values: ({ action, ...others }) =>
    action === undefined
      ? others
      : { ...others, action, action_kind: `${String(action).replace(/[\\%_]/g, '\\$&')}.%` },
  countsTo: LOG_COUNTS_TO,
  looks: { at: SCAN_LIMIT, within: [['actor_id']], ranges: ['from', 'until'] },
} satisfies ListSource<Tables['audit_entries'], ReturnType<typeof entryColumns>>

/** The maximum delay of an entry after the time of its action: it is written in the same transaction. */
const AFTER_MS = 60_000

/** The name of the person who did something, at that time; null if unknown. */
export async function actorOf(
  reader: Reader,
  workspace_id: string,
  { action, subject_id, at }: { action: string; subject_id: string; at: string },
): Promise<string | null> {
  const [entry] = await prepared(
    reader,
    'audit_entries.actor',
    ({ db, tables: { audit_entries: t } }) =>
      db
        .select({ actor: t.actor })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            gte(t.created_at, sql.placeholder('from')),
            lt(t.created_at, sql.placeholder('until')),
            eq(t.action, sql.placeholder('action')),
            eq(t.subject_id, sql.placeholder('subject_id')),
          ),
        ),
    { workspace_id, action, subject_id, from: at, until: later(at, AFTER_MS) },
  )
  return entry?.actor ?? null
}
