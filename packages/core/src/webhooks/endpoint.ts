import { z } from 'zod'
import { EVENT_TYPES, isSubscription } from '../events.ts'
import { OutputId, requiredText, Timestamp, text } from '../fields.ts'

export const Delivery = z
  .object({
    id: OutputId,
    event_id: z.string(),
    event: z.string(),
    status: z.enum(['pending', 'succeeded', 'failed', 'skipped']),
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

/** The answer to creation, the only one that holds the signing secret. */
export const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().describe('Signing secret (Standard Webhooks), shown only now'),
}).meta({ id: 'NewWebhookEndpoint' })

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  deliveries: z.array(Delivery).describe('The 10 newest deliveries'),
}).meta({ id: 'WebhookEndpointDetail' })

const MAX_URL = 2048

/** A web address without credentials or fragment. Checked as text: it is kept as given. */
const TargetUrl = requiredText(MAX_URL).superRefine((url, context) => {
  const problem = urlProblem(url)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

function urlProblem(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(text)) return 'contains spaces or control characters'
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'is not a web address (http or https)'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.hash) return 'must not contain a fragment'
  return undefined
}

const Subscription = requiredText(100).refine(isSubscription, {
  error: `contains an unknown event type. Known are ${Object.keys(EVENT_TYPES).join(', ')}, a group such as enrollment.*, and *`,
})

export const WebhookEndpointFields = z.strictObject({
  url: TargetUrl.describe('Where deliveries are sent'),
  events: z
    .array(Subscription)
    .min(1)
    .max(100)
    .describe('Event types to receive: exact ones, a group such as enrollment.*, or *'),
  description: text(1000).optional(),
})
