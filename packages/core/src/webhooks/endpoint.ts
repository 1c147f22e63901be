import { z } from 'zod'
import {
  CreatedAt,
  Id,
  OutputId,
  OutputUrl,
  OwnId,
  requiredText,
  showingSecret,
  Timestamp,
  text,
  UpdatedAt,
} from '../fields/fields.ts'
import { shownOf, writable } from '../fields/record.ts'
import { PAYLOAD_VERSION } from '../storage/tables/webhooks.ts'
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, PAYLOADS, RECOVERY_STATUSES } from './contract.ts'

export const Delivery = z
  .object({
    id: OwnId,
    event_id: z.string().meta({ reference: 'The event that is delivered, as in the `webhook-id` header.' }),
    event: z.string().meta({ reference: 'Type of that event.' }),
    status: z.enum(DELIVERY_STATUSES).meta({
      reference: '`pending` until it succeeds or is given up; `skipped` if the endpoint was paused or disabled.',
    }),
    attempts: z.int().meta({ reference: 'How often it was sent.' }),
    response_status: z
      .int()
      .nullable()
      .meta({ reference: 'HTTP status of the last answer; `null` if there was none.' }),
    response_body: z
      .string()
      .nullable()
      .meta({ reference: 'The first 4 KiB of the last answer; `null` if there was none.' }),
    error: z.string().nullable().meta({ reference: 'Why the last attempt failed; `null` if it did not.' }),
    duration_ms: z.int().nullable().meta({ reference: 'How long the last attempt took; `null` before the first.' }),
    created_at: Timestamp.meta({ reference: 'When the delivery was scheduled.' }),
    next_attempt_at: Timestamp.nullable().meta({ reference: 'When it is sent next; `null` once it is finished.' }),
    delivered_at: Timestamp.nullable().meta({ reference: 'When the endpoint accepted it; `null` before.' }),
    updated_at: Timestamp.meta({ reference: 'When its state last changed: by an attempt, or by being skipped.' }),
  })
  .meta({ id: 'WebhookDelivery', reference: 'An event on its way to an endpoint.' })

const MAX_URL = 2048
/** Maximum number of concurrent deliveries to one endpoint. */
export const MAX_CONCURRENCY = 8
const MAX_PER_SECOND = 500
const MAX_IDS = 100
const Ids = z.array(Id).min(1).max(MAX_IDS).nullish()

export const endpointFields = {
  id: OwnId,
  // The allowed addresses depend on the instance: see target.ts.
  url: writable(
    requiredText(MAX_URL)
      .describe('Where deliveries are sent: a public web address, https where this service has https')
      .meta({
        reference:
          'Address that receives the events with POST: public, and `https` unless this instance itself is served without it.',
      }),
    OutputUrl,
  ),
  // The known types are in the catalogue, which depends on this record: see subscription.ts.
  events: writable(
    z.array(requiredText(100)).meta({
      reference:
        'Event types to receive: exact ones such as `enrollment.completed`, groups such as `enrollment.*`, or `*` for all.',
    }),
    z.array(z.string()),
  ),
  description: writable(
    text(1000).optional().meta({ reference: 'What the endpoint is for, for people.' }),
    z.string(),
    '',
  ),
  guide_ids: writable(
    Ids.describe('Only events about one of these guides; null for all events').meta({
      reference: 'Restricts events to those about one of these guides; `null` for no restriction.',
    }),
    z.array(OutputId).nullable(),
    null,
  ),
  organisation_ids: writable(
    Ids.describe(
      'Only events about one of these organisations, their contacts and enrollments; null for all events',
    ).meta({
      reference:
        'Restricts events to those about one of these organisations, their contacts and enrollments; `null` for no restriction.',
    }),
    z.array(OutputId).nullable(),
    null,
  ),
  payload: writable(
    z
      .enum(PAYLOADS)
      .optional()
      .describe('What data contains. full: the record (default). ids: only its IDs, to fetch the rest')
      .meta({
        reference:
          'What `data` of an event has: `full`, the default, for the record; `ids` for its ids alone, so that the receiver fetches the rest.',
      }),
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
  shows_links: z.boolean().describe('Whether enrollment.created has the link of the contact').meta({
    reference:
      'Whether `enrollment.created` has the link of the contact, or `null` in its place: so at an address that a token without `enrollments:links` chose, until somebody who may see links sets its `url`.',
  }),
  status: z
    .enum(ENDPOINT_STATUSES)
    .meta({ reference: '`enabled`, `paused` by a person, or `disabled` after failing for too long.' }),
  disabled_reason: z.string().nullable().meta({ reference: 'Why it was disabled; `null` unless it is.' }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
}

export const WebhookEndpoint = shownOf(endpointFields).meta({
  id: 'WebhookEndpoint',
  reference: 'An address that receives events.',
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** The responses with the signing secret: to the creation, and to its rotation. */
export const NewWebhookEndpoint = showingSecret(
  WebhookEndpoint.extend({
    secret: z.string().describe('Signing secret (Standard Webhooks); returned only once'),
  }).meta({ id: 'NewWebhookEndpoint', reference: 'An address that receives events, with its signing secret.' }),
)

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  failing_since: Timestamp.nullable()
    .describe('When the first failure since the last success occurred; null: healthy')
    .meta({
      reference: 'When the first failure after the last success occurred; `null` for an endpoint in good health.',
    }),
  next_attempt_at: Timestamp.nullable()
    .describe(
      'After repeated failures deliveries are on hold until this time, when one is tried; null if none are on hold',
    )
    .meta({
      reference:
        'After repeated failures, deliveries are on hold until this time, when one is tried; `null` if none is on hold.',
    }),
  deliveries: z
    .array(Delivery)
    .describe('The 10 most recent deliveries')
    .meta({ reference: 'The ten most recent deliveries, newest first.' }),
}).meta({ id: 'WebhookEndpointDetail', reference: 'An address that receives events, with its latest deliveries.' })

export const WebhookRecovery = z
  .object({
    id: OwnId,
    endpoint_id: OutputId.meta({ reference: 'The endpoint that missed the deliveries.' }),
    since: Timestamp.meta({ reference: 'Beginning of the time range.' }),
    until: Timestamp.meta({ reference: 'End of the time range.' }),
    status: z.enum(RECOVERY_STATUSES).meta({ reference: 'Whether it still runs.' }),
    looked_at: z.int().describe('Events examined so far'),
    recovered: z.int().describe('Deliveries scheduled so far'),
    reached: Timestamp.nullable().describe('When the last examined event happened; null before the first'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'WebhookRecovery', reference: 'A repetition of the deliveries that an endpoint missed in a time range.' })
