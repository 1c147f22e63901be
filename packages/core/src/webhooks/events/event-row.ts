import type { Tables } from '../../storage/tables/tables.ts'

export type EventRow = Tables['events']['$inferSelect']

/** An endpoint that may have subscribed to an event. */
export type Subscriber = Pick<Tables['webhook_endpoints']['$inferSelect'], 'id' | 'events' | 'status'>
