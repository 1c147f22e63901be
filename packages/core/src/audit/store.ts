import { eq, gte, lt, sql } from 'drizzle-orm'
import type { ListSource } from '../records/lists.ts'
import { columnsOf } from '../records/rows.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { AuditEntry } from './entry.ts'

const entryColumns = (table: Tables['audit_entries']) => columnsOf(table, AuditEntry)

export const auditEntryList = {
  name: 'audit_entries',
  table: (tables) => tables.audit_entries,
  columns: entryColumns,
  filters: {
    actor_id: (t) => eq(t.actor_id, sql.placeholder('actor_id')),
    // Of a kind, whose name is the part before the point, or of this name.
    action: (t) =>
      sql`(${t.action} = ${sql.placeholder('action')} or ${t.action} like ${sql.placeholder('action_kind')} escape '\\')`,
    from: (t) => gte(t.created_at, sql.placeholder('from')),
    until: (t) => lt(t.created_at, sql.placeholder('until')),
  },
  values: ({ action, ...others }) =>
    action === undefined
      ? others
      : { ...others, action, action_kind: `${String(action).replace(/[\\%_]/g, '\\$&')}.%` },
} satisfies ListSource<Tables['audit_entries'], ReturnType<typeof entryColumns>>
