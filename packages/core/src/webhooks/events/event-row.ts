import type { Tables } from '../../storage/tables/tables.ts'

export type EventRow = Omit<Tables['events']['$inferSelect'], 'fan_out_after' | 'sequence'>

/** An endpoint that subscribes to the type of an event. */
export type Subscriber = Pick<
  Tables['webhook_endpoints']['$inferSelect'],
  'id' | 'status' | 'guide_ids' | 'organisation_ids'
>

/** An endpoint, and whether it is ordered while earlier events wait for fan-out. */
export type Following = Subscriber & { is_behind: boolean }

/** How an event is inserted. */
export interface Insertion {
  /** The subscriptions that include its type. */
  patterns: readonly string[]
  /** For more endpoints, the deliveries are created after the commit. */
  most: number
  /** Whether they are so too if they would overtake others. */
  keepsOrder: boolean
}

/** An inserted event. */
export interface Inserted {
  /** ID of the event, which contains the time of writing. */
  id: string
  /** The subscribed endpoints; undefined if the deliveries are created after the commit. */
  subscribers: Following[] | undefined
  /** The time of writing if it differs from that of the transaction. */
  at: number | undefined
}
