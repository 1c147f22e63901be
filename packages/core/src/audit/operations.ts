import { z } from 'zod'
import { Paging, pageOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { type ListSource, listed } from '../records/lists.ts'
import { columnsOf } from '../records/rows.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { AuditEntry } from './entry.ts'

const entryColumns = (table: Tables['audit_entries']) => columnsOf(table, AuditEntry)

const entryList = {
  name: 'audit_entries',
  table: (tables) => tables.audit_entries,
  columns: entryColumns,
  filters: {},
} satisfies ListSource<Tables['audit_entries'], ReturnType<typeof entryColumns>>

export const listAuditEntries = operation({
  name: 'list_audit_entries',
  summary: 'List what was done in the workspace and by whom, newest first',
  access: 'members:manage',
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(AuditEntry),
  run: (context, paging) => listed(context, entryList, paging),
})
