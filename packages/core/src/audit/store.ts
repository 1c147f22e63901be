import type { ListSource } from '../records/lists.ts'
import { columnsOf } from '../records/rows.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { AuditEntry } from './entry.ts'

const entryColumns = (table: Tables['audit_entries']) => columnsOf(table, AuditEntry)

export const auditEntryList = {
  name: 'audit_entries',
  table: (tables) => tables.audit_entries,
  columns: entryColumns,
  filters: {},
} satisfies ListSource<Tables['audit_entries'], ReturnType<typeof entryColumns>>
