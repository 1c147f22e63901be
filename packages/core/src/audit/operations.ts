import { desc, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { InputTime, Paging, pageOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { listRecords } from '../records/lists/lists.ts'
import { columnsOf } from '../records/rows.ts'
import { AuditEntry } from './entry.ts'
import { auditEntryList } from './store.ts'

/** The most entries of the instance at a time. */
const MAX_LAST = 10_000

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

export const listInstanceAuditEntries = operation({
  name: 'list_instance_audit_entries',
  summary: 'List what concerns the instance and no workspace in the audit log, newest first',
  description:
    'Backups, deleted workspaces, sign-ins of accounts without a workspace, and refused sign-ins with addresses that no account has.',
  access: 'instance:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ last: z.int().min(1).max(MAX_LAST).default(50).describe('Number of entries') }),
  output: z.object({ data: z.array(AuditEntry) }),
  run: ({ store: { read } }, { last }) =>
    read(async ({ db, tables: { audit_entries: t } }) => {
      const newest = [desc(t.created_at), desc(t.id)]
      return {
        data: await db
          .select(columnsOf(t, AuditEntry))
          .from(t)
          .where(isNull(t.workspace_id))
          .orderBy(...newest)
          .limit(last),
      }
    }),
})
