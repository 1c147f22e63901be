import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { emailAdmins } from '../../../emails/templates/endpoint.ts'
import { shapeOf } from '../../../operation/shape.ts'
import type { Tx } from '../../../storage/database.ts'
import { WebhookEndpoint } from '../../endpoint.ts'
import { emitEvent } from '../../events/emit.ts'
import type { EndpointRow } from './endpoint-row.ts'
import { lockedEndpoint } from './endpoints.ts'

/** The reasons for which the service disables an endpoint. */
type DisabledReason = 'gone' | 'failing' | 'secret_unreadable' | 'headers_unreadable'

/** Disables an endpoint, and records the reason; not if another transaction has locked it, so that it waits for none. */
export async function disable(
  tx: Tx,
  context: Context,
  endpoint: EndpointRow,
  disabled_reason: DisabledReason,
): Promise<void> {
  const { workspace_id, id } = endpoint
  const before = await lockedEndpoint(tx, workspace_id, id)
  if (before?.status !== 'enabled') return
  const { webhook_endpoints: endpoints } = tx.tables
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
  await emailAdmins(tx, context, before, 'disabled')
  // The endpoint itself gets no event; the others do.
  await emitEvent(tx, { workspace_id, type: 'webhook_endpoint.disabled', data: shapeOf(WebhookEndpoint)(disabled), at })
}
