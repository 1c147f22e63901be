import type { z } from 'zod'
import type { contacts } from '../contacts/resource.ts'
import type { emails } from '../emails/resource.ts'
import type { enrollments } from '../enrollments/resource.ts'
import type { guides } from '../guides/resource.ts'
import type { messages } from '../messages/resource.ts'
import type { organisations } from '../organisations/resource.ts'
import type { player } from '../player/resource.ts'
import type { views } from '../views/resource.ts'
import type { EventData } from '../webhooks/events/event-data.ts'
import type { EventType } from '../webhooks/events/types.ts'
import type { webhookEndpoints } from '../webhooks/resource.ts'

type Declared =
  | typeof contacts
  | typeof emails
  | typeof enrollments
  | typeof guides
  | typeof messages
  | typeof organisations
  | typeof player
  | typeof views
  | typeof webhookEndpoints

type DataIn<E> = { [T in keyof E]: E[T] extends EventData<infer S> ? z.output<S> : never }
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
/** The data of each type of event. Derived from all resources, it would take the types of the storage into the declarations. */
type DataByType = Together<Declared extends infer R ? (R extends { events: infer E } ? DataIn<E> : never) : never>

/** An event: a change of a record, or an action of a contact. The fields are those of webhooks. */
export type HandrailEvent<T extends EventType = EventType> = {
  [E in T]: {
    /** Identical wherever the event is seen: `evt_` and 32 digits. */
    readonly id: string
    readonly event: E
    /** When it happened, in ISO 8601. */
    readonly timestamp: string
    readonly workspace_id: string
    /** The record after the change, as the documentation of webhooks shows it. */
    readonly data: E extends keyof DataByType ? DataByType[E] : Readonly<Record<string, unknown>>
  }
}[T]

/** A type of event, or `*` for all. */
export type Subscription = EventType | '*'

/** The events of a subscription. */
export type EventOf<S extends Subscription> = HandrailEvent<S extends EventType ? S : EventType>
