import type { Context } from '../../../context.ts'
import { emailAdmins } from '../../../emails/templates/endpoint.ts'
import { shapeOf } from '../../../operation/shape.ts'
import type { Tx } from '../../../storage/database.ts'
import { WebhookEndpoint } from '../../endpoint.ts'
import { emitEvent } from '../../events/emit.ts'
import type { EndpointRow } from './endpoint-row.ts'
import type { Health } from './health.ts'

/** The probe interval at which admins are notified: a quarter of an hour after the breaker opened, so that short outages are ignored. */
const EVENT_AFTER_SECONDS = 960

/** Notifies of the health of an endpoint: other endpoints immediately, people if it lasts. The endpoint itself gets nothing. */
export async function emitHealthEvents(tx: Tx, context: Context, before: EndpointRow, health: Health): Promise<void> {
  const { workspace_id, id } = before
  const tell = (type: 'webhook_endpoint.failing' | 'webhook_endpoint.recovered') =>
    emitEvent(tx, { workspace_id, type, data: shapeOf(WebhookEndpoint)(before), at: tx.stamp, except: id })
  if (before.open_until === null && health.open_until !== null) await tell('webhook_endpoint.failing')
  if (before.open_until !== null && health.open_until === null) await tell('webhook_endpoint.recovered')
  if (before.probe_seconds < EVENT_AFTER_SECONDS && health.probe_seconds === EVENT_AFTER_SECONDS)
    await emailAdmins(tx, context, { ...before, ...health }, 'failing')
}
