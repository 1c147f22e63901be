import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { shapeOf } from '../../operation/shape.ts'
import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { WebhookEndpoint } from '../endpoint.ts'
import { record } from '../events/record.ts'

/** What makes the service itself disable an endpoint. */
type DisabledReason = 'gone' | 'failing' | 'secret_unreadable'

/** Sends to an endpoint no more, and tells of it. The caller holds the endpoint's lock. */
export async function disable(
  tx: Tx,
  context: Context,
  before: Tables['webhook_endpoints']['$inferSelect'],
  disabled_reason: DisabledReason,
): Promise<void> {
  if (before.status !== 'enabled') return
  const { webhook_endpoints: endpoints } = tx.tables
  const { workspace_id, id } = before
  const at = tx.stamp
  const disabled = { ...before, status: 'disabled' as const, disabled_reason, updated_at: at }
  await tx.db
    .update(endpoints)
    .set({ status: disabled.status, disabled_reason, updated_at: at })
    .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
  await recordAudit(tx, context, {
    action: 'webhook_endpoint.disabled',
    workspace_id,
    subject_id: id,
    details: { reason: disabled_reason },
    actor: { id: 'system', name: 'Handrail' },
    source: 'service',
  })
  // The endpoint itself gets nothing; the others can tell.
  await record(tx, { workspace_id, type: 'webhook_endpoint.disabled', data: shapeOf(WebhookEndpoint)(disabled), at })
}
