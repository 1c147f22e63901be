import { z } from 'zod'
import { requiredText } from '../fields/fields.ts'
import { givenOf } from '../fields/record.ts'
import { endpointFields } from './endpoint.ts'
import { isSubscription } from './events/catalogue.ts'
import { EVENT_TYPES } from './events/types.ts'
import { CustomHeaders } from './settings/custom-headers.ts'

const Subscription = requiredText(100).refine(isSubscription, {
  error: `contains an unknown event type. Known are ${EVENT_TYPES.join(', ')}, a group such as enrollment.*, and *`,
})

/** The fields that create an endpoint. */
export const WebhookEndpointFields = givenOf(endpointFields).extend({
  events: z
    .array(Subscription)
    .min(1)
    .max(100)
    .describe('Event types to receive: exact ones, a group such as enrollment.*, or *'),
  headers: CustomHeaders.nullish().describe(
    'Custom headers for every delivery, such as authorization; at most ten. Values are never returned. null removes a header; headers not named are kept',
  ),
})
