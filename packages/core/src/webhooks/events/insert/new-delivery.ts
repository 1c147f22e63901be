import type { Tables } from '../../../storage/tables/tables.ts'

/** The columns of a delivery before its first attempt; the others have no value yet. */
export type NewDelivery = Pick<
  Tables['webhook_deliveries']['$inferSelect'],
  | 'workspace_id'
  | 'id'
  | 'endpoint_id'
  | 'event_id'
  | 'event'
  | 'status'
  | 'created_at'
  | 'updated_at'
  | 'next_attempt_at'
>
