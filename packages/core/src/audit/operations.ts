import { z } from 'zod'
import { Paging, pageOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { listed } from '../records/lists.ts'
import { AuditEntry } from './entry.ts'
import { auditEntryList } from './store.ts'

export const listAuditEntries = operation({
  name: 'list_audit_entries',
  summary: 'List what was done in the workspace and by whom, newest first',
  access: 'members:manage',
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(AuditEntry),
  run: (context, paging) => listed(context, auditEntryList, paging),
})
