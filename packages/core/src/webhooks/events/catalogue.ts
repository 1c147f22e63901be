import { z } from 'zod'
import { EXAMPLE_TIME } from '../../fields/example.ts'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { RESOURCES } from '../../resources.ts'
import { webhookEndpoints } from '../resource.ts'
import type { EventData } from './event-data.ts'
import { EVENT_TYPES, type EventType } from './types.ts'

/** The data of each event type. */
// The types of Object.entries() do not say which key has which value.
const DATA = Object.fromEntries(RESOURCES.flatMap(({ events = {} }) => Object.entries(events))) as Readonly<
  Record<EventType, EventData>
>

/** Whether a subscription (an exact type, `enrollment.*` or `*`) includes a type. */
export function covers(subscription: string, type: EventType): boolean {
  if (subscription === '*' || subscription === type) return true
  return subscription.endsWith('.*') && type.startsWith(subscription.slice(0, -1))
}

/** All subscriptions that include a type. */
export function subscriptionsTo(type: string): readonly string[] {
  const parts = type.split('.')
  return ['*', ...parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.*`), type]
}

/** Whether a subscription includes any type. */
export function isSubscription(subscription: string): boolean {
  return EVENT_TYPES.some((type) => covers(subscription, type))
}

/** The schema of what is sent for an event. */
export function eventBody(type: EventType) {
  return z.object({
    id: z.string().describe('Identical for every attempt and endpoint; use it to detect duplicates'),
    event: z.literal(type).meta({ reference: 'Type of the event.' }),
    timestamp: Timestamp.describe('When it happened').meta({ reference: 'Time of the event.' }),
    webhook_id: OutputId.describe('ID of the receiving endpoint'),
    data: DATA[type].schema,
  })
}

/** An example of the payload of an event. */
export function exampleOf(type: EventType): object {
  return {
    id: 'evt_019aa0f47c0070008000000000000009',
    event: type,
    timestamp: EXAMPLE_TIME,
    webhook_id: webhookEndpoints.examples.record.id,
    data: DATA[type].example,
  }
}
