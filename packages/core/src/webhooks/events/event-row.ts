import type { Tables } from '../../storage/tables/tables.ts'

export type EventRow = Omit<Tables['events']['$inferSelect'], 'fan_out_after' | 'sequence'>

/** An endpoint that may have subscribed to an event. */
export type Subscriber = Pick<
  Tables['webhook_endpoints']['$inferSelect'],
  'id' | 'events' | 'status' | 'guide_ids' | 'organisation_ids'
>

/** An endpoint, and whether it gets its deliveries in order while events from before have not got all of theirs. */
export type Following = Subscriber & { is_behind: boolean }

/** Endpoints of the workspace of an event that was written, and when that was, where it says more than the time of the transaction. */
export interface Inserted {
  subscribers: Following[]
  at: number | undefined
  /** The event's, which tells when it was written. */
  id: string
}
