import { z } from 'zod'
import { Id, OutputId, OutputUrl, requiredText, showingSecret, Timestamp, text } from '../fields/fields.ts'
import { shownOf, writable } from '../fields/record.ts'
import { PAYLOAD_VERSION } from '../storage/tables/webhooks.ts'
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, PAYLOADS, RECOVERY_STATUSES } from './contract.ts'

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
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

const MAX_URL = 2048
/** Maximum number of concurrent deliveries to one endpoint. */
export const MAX_CONCURRENCY = 8
const MAX_PER_SECOND = 500
const MAX_IDS = 100
const Ids = z.array(Id).min(1).max(MAX_IDS).nullish()

export const endpointFields = {
  id: OutputId,
  // The allowed addresses depend on the instance: see target.ts.
  url: writable(
    requiredText(MAX_URL).describe(
      'Where deliveries are sent: a public web address, https where this service has https',
    ),
    OutputUrl,
  ),
  // The known types are in the catalogue, which depends on this record: see subscription.ts.
  events: writable(z.array(requiredText(100)), z.array(z.string())),
  description: writable(text(1000).optional(), z.string(), ''),
  guide_ids: writable(
    Ids.describe('Only events about one of these guides; null for all events'),
    z.array(OutputId).nullable(),
    null,
  ),
  organisation_ids: writable(
    Ids.describe('Only events about one of these organisations, their contacts and enrollments; null for all events'),
    z.array(OutputId).nullable(),
    null,
  ),
  payload: writable(
    z
      .enum(PAYLOADS)
      .optional()
      .describe('What data contains. full: the record (default). ids: only its IDs, to fetch the rest'),
    z.enum(PAYLOADS),
    'full',
  ),
  payload_version: writable(
    z
      .int()
      .min(1)
      .max(PAYLOAD_VERSION)
      .optional()
      .describe('Version of the payload format; fixed for an endpoint until you change it. Defaults to the newest'),
    z.int(),
    PAYLOAD_VERSION,
  ),
  max_concurrency: writable(
    z
      .int()
      .min(1)
      .max(MAX_CONCURRENCY)
      .optional()
      .describe(
        `Maximum number of concurrent deliveries, ${MAX_CONCURRENCY} by default. With 1, events arrive in order: while a delivery is being retried, those after it wait until its last attempt`,
      ),
    z.int(),
    MAX_CONCURRENCY,
  ),
  max_per_second: writable(
    z
      .int()
      .min(1)
      .max(MAX_PER_SECOND)
      .nullish()
      .describe('Maximum number of deliveries started per second; null for no limit'),
    z.int().nullable(),
    null,
  ),
  header_names: z.array(z.string()).describe('Names of the custom headers; their values cannot be read'),
  status: z.enum(ENDPOINT_STATUSES),
  disabled_reason: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const WebhookEndpoint = shownOf(endpointFields).meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** The responses with the signing secret: to the creation, and to its rotation. */
export const NewWebhookEndpoint = showingSecret(
  WebhookEndpoint.extend({
    secret: z.string().describe('Signing secret (Standard Webhooks); returned only once'),
  }).meta({ id: 'NewWebhookEndpoint' }),
)

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  failing_since: Timestamp.nullable().describe('When the first failure since the last success occurred; null: healthy'),
  next_attempt_at: Timestamp.nullable().describe(
    'After repeated failures deliveries are on hold until this time, when one is tried; null if none are on hold',
  ),
  deliveries: z.array(Delivery).describe('The 10 most recent deliveries'),
}).meta({ id: 'WebhookEndpointDetail' })

export const WebhookRecovery = z
  .object({
    id: OutputId,
    endpoint_id: OutputId,
    since: Timestamp,
    until: Timestamp,
    status: z.enum(RECOVERY_STATUSES),
    looked_at: z.int().describe('Events examined so far'),
    recovered: z.int().describe('Deliveries scheduled so far'),
    reached: Timestamp.nullable().describe('When the last examined event happened; null before the first'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookRecovery' })
