import { z } from 'zod'
import { OutputId, requiredText, Timestamp, text } from '../fields/fields.ts'
import { EVENT_TYPES, isSubscription } from './events/record.ts'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const

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

export const WebhookEndpoint = z
  .object({
    id: OutputId,
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    status: z.enum(['enabled', 'paused', 'disabled']),
    disabled_reason: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })

/** The answers that hold the signing secret: to creation, and to its rotation. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().describe('Signing secret (Standard Webhooks), shown only now'),
}).meta({ id: 'NewWebhookEndpoint' })

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  deliveries: z.array(Delivery).describe('The 10 newest deliveries'),
}).meta({ id: 'WebhookEndpointDetail' })

export const WebhookRecovery = z
  .object({
    id: OutputId,
    endpoint_id: OutputId,
    since: Timestamp,
    until: Timestamp,
    status: z.enum(['running', 'done']),
    recovered: z.int().describe('Deliveries that were made due so far'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookRecovery' })

const MAX_URL = 2048

const Subscription = requiredText(100).refine(isSubscription, {
  error: `contains an unknown event type. Known are ${Object.keys(EVENT_TYPES).join(', ')}, a group such as enrollment.*, and *`,
})

export const WebhookEndpointFields = z.strictObject({
  // What it may be depends on the instance: see target.ts.
  url: requiredText(MAX_URL).describe(
    'Where deliveries are sent: a public web address, https where this service has https',
  ),
  events: z
    .array(Subscription)
    .min(1)
    .max(100)
    .describe('Event types to receive: exact ones, a group such as enrollment.*, or *'),
  description: text(1000).optional(),
})
