import type { Tables } from '../../storage/tables/tables.ts'

export type EventRow = Omit<Tables['events']['$inferSelect'], 'fan_out_after' | 'sequence'>

/** An endpoint that may subscribe to an event. */
export type Subscriber = Pick<
  Tables['webhook_endpoints']['$inferSelect'],
  'id' | 'events' | 'status' | 'guide_ids' | 'organisation_ids'
>

/** An endpoint, and whether it is ordered while earlier events wait for fan-out. */
export type Following = Subscriber & { is_behind: boolean }

/** The endpoints of the workspace of an inserted event, and the time of writing if it differs from that of the transaction. */
export interface Inserted {
  subscribers: Following[]
  at: number | undefined
  /** ID of the event, which contains the time of writing. */
  id: string
}
