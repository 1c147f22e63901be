import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { later, SECOND_MS } from '../../times.ts'
import { auditedEndpoint } from '../audited-endpoint.ts'
import { deliveriesDue } from '../channel.ts'
import { NewWebhookEndpoint, WebhookEndpoint } from '../endpoint.ts'
import { newSigningSecret } from '../sending/sign.ts'
import { existingEndpoint, existingEndpointRow } from '../store.ts'
import { healed } from '../worker/health/health.ts'

const access = 'webhooks:manage'
const DAY_SECONDS = 86_400
/** Each adds a signature to every delivery. */
const MAX_FORMER_SECRETS = 4

export const pauseWebhookEndpoint = operation({
  name: 'pause_webhook_endpoint',
  summary: 'Pause a webhook endpoint',
  description: 'Deliveries due meanwhile are recorded as skipped and can be recovered.',
  access,
  does: ['replaces'],
  audit: ['webhook_endpoint.paused'],
  route: 'POST /webhook_endpoints/:id/pause',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(WebhookEndpoint),
  etag: WebhookEndpoint,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const endpoint = await existingEndpoint(tx, workspace_id, id)
      if (endpoint.status === 'paused') return { data: endpoint }
      const changed = { status: 'paused' as const, disabled_reason: null, updated_at: tx.stamp }
      const { webhook_endpoints: endpoints } = tx.tables
      await tx.db
        .update(endpoints)
        .set(changed)
        .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
      await recordAudit(tx, context, { action: 'webhook_endpoint.paused', ...auditedEndpoint(endpoint) })
      return { data: { ...endpoint, ...changed } }
    }),
})

export const enableWebhookEndpoint = operation({
  name: 'enable_webhook_endpoint',
  summary: 'Resume a paused or disabled webhook endpoint',
  description: 'Pending deliveries are sent immediately; to send skipped ones, start a recovery.',
  access,
  does: ['replaces', 'forwards'],
  audit: ['webhook_endpoint.enabled'],
  route: 'POST /webhook_endpoints/:id/enable',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(WebhookEndpoint),
  etag: WebhookEndpoint,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const endpoint = await existingEndpoint(tx, workspace_id, id)
      const changed = { status: 'enabled' as const, disabled_reason: null, updated_at: tx.stamp }
      const { webhook_endpoints: endpoints } = tx.tables
      await tx.db
        .update(endpoints)
        .set({ ...changed, ...healed(tx) })
        .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
      await tx.notify(deliveriesDue)
      await recordAudit(tx, context, { action: 'webhook_endpoint.enabled', ...auditedEndpoint(endpoint) })
      return { data: { ...endpoint, ...changed } }
    }),
})

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description:
    'During the grace period, deliveries are signed with the new and the previous secrets, at most four. The new secret is only in the answer of this request.',
  access,
  does: ['replaces'],
  audit: ['webhook_endpoint.secret_rotated'],
  route: 'POST /webhook_endpoints/:id/rotate_secret',
  body: 'rotation',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    grace_period_seconds: z
      .int()
      .min(0)
      .max(7 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .describe('How long the previous secret stays valid: one day by default, at most one week'),
  }),
  example: { grace_period_seconds: 3600 },
  output: recordOf(NewWebhookEndpoint),
  etag: WebhookEndpoint,
  run: (context, { id, grace_period_seconds }) =>
    context.store.write(async (tx) => {
      const { sealer } = context
      const { workspace_id } = context.caller
      const at = tx.stamp
      const endpoint = await existingEndpoint(tx, workspace_id, id)
      const { webhook_endpoints: endpoints } = tx.tables
      const which = and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id))
      const { sealed_secret, former_secrets } = await existingEndpointRow(tx, workspace_id, id)
      const until = later(tx.time, grace_period_seconds * SECOND_MS)
      const former = [{ sealed: sealed_secret, until }, ...former_secrets]
      const secret = newSigningSecret()
      await tx.db
        .update(endpoints)
        .set({
          sealed_secret: sealer.seal(secret),
          former_secrets: former.filter((one) => one.until > tx.time).slice(0, MAX_FORMER_SECRETS),
          updated_at: at,
        })
        .where(which)
      await recordAudit(tx, context, { action: 'webhook_endpoint.secret_rotated', subject_id: id })
      return { data: { ...endpoint, updated_at: at, secret } }
    }),
})
