import { z } from 'zod'
import { EXAMPLE_TIME } from '../../fields/example.ts'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import type { DeclaredEvent, Resource } from '../../resource.ts'
import { RESOURCES } from '../../resources.ts'
import { webhookEndpoints } from '../resource.ts'

type EventsOf<R> = R extends { events: infer Events } ? keyof Events : never

/** A type of event that an endpoint can subscribe to. */
export type EventType = EventsOf<(typeof RESOURCES)[number]>

/** What most receivers subscribe to comes first: the progress of contacts. */
const FIRST = ['enrollments', 'player']
const inOrder: readonly Resource[] = RESOURCES.toSorted(
  (a, b) => Number(FIRST.includes(b.name)) - Number(FIRST.includes(a.name)),
)

/** Every type of event that an endpoint can subscribe to, with its description, schema and example. */
// The types of Object.entries() do not say which key has which value.
const DECLARED = Object.fromEntries(inOrder.flatMap(({ events = {} }) => Object.entries(events))) as Readonly<
  Record<EventType, DeclaredEvent>
>

export const EVENT_TYPES = Object.keys(DECLARED) as readonly EventType[]

/** When it happens. */
export function descriptionOf(type: EventType): string {
  return DECLARED[type].description
}

/** Whether a subscription (an exact type, `enrollment.*` or `*`) covers a type. */
export function covers(subscription: string, type: EventType): boolean {
  if (subscription === '*' || subscription === type) return true
  return subscription.endsWith('.*') && type.startsWith(subscription.slice(0, -1))
}

/** Whether a subscription covers any type at all. */
export function isSubscription(subscription: string): boolean {
  return EVENT_TYPES.some((type) => covers(subscription, type))
}

/** The schema of what is sent for an event. */
export function eventBody(type: EventType) {
  return z.object({
    id: z.string().describe('The same for every attempt and endpoint: what was received twice has the same'),
    event: z.literal(type),
    timestamp: Timestamp.describe('When it happened'),
    webhook_id: OutputId.describe('The endpoint that it is sent to'),
    data: DECLARED[type].schema,
  })
}

/** What is sent for an event, as an example. */
export function exampleOf(type: EventType): object {
  return {
    id: 'evt_019aa0f47c0070008000000000000009',
    event: type,
    timestamp: EXAMPLE_TIME,
    webhook_id: webhookEndpoints.examples.record.id,
    data: DECLARED[type].example,
  }
}
