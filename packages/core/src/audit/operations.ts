import { z } from 'zod'
import { Paging, pageOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { type ListSource, listRows } from '../records/lists.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { AuditEntry } from './entry.ts'

function entryColumns(t: Tables['audit_entries']) {
  return {
    id: t.id,
    actor_id: t.actor_id,
    actor: t.actor,
    door: t.door,
    action: t.action,
    subject_id: t.subject_id,
    details: t.details,
    created_at: t.created_at,
  }
}

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
  run: ({ caller: { workspace_id }, store: { read }, sealer }, paging) =>
    read(async (reader) => {
      const { rows, meta } = await listRows(reader, sealer, entryList, { workspace_id, filters: {}, ...paging })
      return { data: rows, meta }
    }),
})
