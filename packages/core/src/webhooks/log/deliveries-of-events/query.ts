/** Some of the deliveries of each of some events: an event can have thousands. */
export interface DeliveriesQuery {
  workspace_id: string
  event_ids: readonly string[]
  each: number
}
