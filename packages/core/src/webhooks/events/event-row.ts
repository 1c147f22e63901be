import type { Tables } from '../../storage/tables/tables.ts'

export type EventRow = Omit<Tables['events']['$inferSelect'], 'fan_out_after'>

/** An endpoint that may have subscribed to an event. */
export type Subscriber = Pick<
  Tables['webhook_endpoints']['$inferSelect'],
  'id' | 'events' | 'status' | 'guide_ids' | 'organisation_ids'
>
