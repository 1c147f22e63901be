import { z } from 'zod'
import { OutputId, OutputUrl, requiredText, showingSecret, Timestamp, text } from '../fields/fields.ts'
import { shownOf, writable } from '../fields/record.ts'
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, RECOVERY_STATUSES } from '../storage/tables/webhooks.ts'

export const Delivery = z
  .object({
    id: OutputId,
    event_id: z.string(),
    event: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    response_status: z.int().nullable(),
    response_body: z.string().nullable(),
    error: z.string().nullable(),
    duration_ms: z.int().nullable(),
    created_at: Timestamp,
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const MAX_URL = 2048

export const endpointFields = {
  id: OutputId,
  // What it may be depends on the instance: see target.ts.
  url: writable(
    requiredText(MAX_URL).describe(
      'Where deliveries are sent: a public web address, https where this service has https',
    ),
    OutputUrl,
  ),
  // Which there are is told by the catalogue, which stands on this record: see subscription.ts.
  events: writable(z.array(requiredText(100)), z.array(z.string())),
  description: writable(text(1000).optional(), z.string(), ''),
  status: z.enum(ENDPOINT_STATUSES),
  disabled_reason: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const WebhookEndpoint = shownOf(endpointFields).meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** The answers that hold the signing secret: to creation, and to its rotation. */
export const NewWebhookEndpoint = showingSecret(
  WebhookEndpoint.extend({
    secret: z.string().describe('Signing secret (Standard Webhooks), shown only now'),
  }).meta({ id: 'NewWebhookEndpoint' }),
)

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  failing_since: Timestamp.nullable().describe(
    'When the first of the failures was that nothing has succeeded since; null: healthy',
  ),
  next_attempt_at: Timestamp.nullable().describe(
    'After many failures everything waits until then, and one delivery is tried; null where nothing is held back',
  ),
  deliveries: z.array(Delivery).describe('The 10 newest deliveries'),
}).meta({ id: 'WebhookEndpointDetail' })

export const WebhookRecovery = z
  .object({
    id: OutputId,
    endpoint_id: OutputId,
    since: Timestamp,
    until: Timestamp,
    status: z.enum(RECOVERY_STATUSES),
    recovered: z.int().describe('Deliveries that were made due so far'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookRecovery' })
