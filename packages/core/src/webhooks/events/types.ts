import type { Contract } from '../../contract/contract.ts'
import { CONTRACTS } from '../../contract/contracts.ts'

type EventsOf<C> = C extends { events: infer Events } ? keyof Events : never

/** A type of event that an endpoint can subscribe to. */
export type EventType = EventsOf<(typeof CONTRACTS)[number]>

/** The most common subscriptions come first: the progress of contacts. */
const FIRST = ['enrollments', 'player']
const inOrder: readonly Contract[] = CONTRACTS.toSorted(
  (a, b) => Number(FIRST.includes(b.name)) - Number(FIRST.includes(a.name)),
)

/** All event types that an endpoint can subscribe to, with their descriptions. */
// The types of Object.entries() do not say which key has which value.
export const EVENT_DESCRIPTIONS = Object.fromEntries(
  inOrder.flatMap(({ events = {} }) => Object.entries(events)),
) as Readonly<Record<EventType, string>>

/** The types of events, the most common ones first. */
export const EVENT_TYPES = Object.keys(EVENT_DESCRIPTIONS) as readonly EventType[]
