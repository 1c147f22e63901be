import { z } from 'zod'
import { InputTime, Paging, pageOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { listRecords } from '../records/lists/lists.ts'
import { AuditEntry } from './entry.ts'
import { auditEntryList } from './store.ts'

export const listAuditEntries = operation({
  name: 'list_audit_entries',
  summary: 'List the audit log of the workspace, newest first',
  access: 'members:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    ...Paging,
    actor_id: z.string().max(255).optional().describe('Only entries of this person or key'),
    action: z
      .string()
      .max(100)
      .optional()
      .describe('Only this action, or all actions of a group: `api_key` for `api_key.*`'),
    from: InputTime.optional().describe('Only entries at or after this time'),
    until: InputTime.optional().describe('Only entries before this time'),
  }),
  output: pageOf(AuditEntry),
  run: (context, { actor_id, action, from, until, ...paging }) =>
    listRecords(context, auditEntryList, { filters: { actor_id, action, from, until }, ...paging }),
})
