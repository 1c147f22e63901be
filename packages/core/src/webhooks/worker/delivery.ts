/** What may be taken. */
export interface DeliveryClaim {
  /** Endpoints after this id come first: the turn goes round. */
  after: string
  now: string
  lease_until: string
  limit: number
}

/** A delivery that is leased. */
export interface ClaimedDelivery {
  workspace_id: string
  id: string
  endpoint_id: string
  event_id: string
  /** With the one that is about to be made. */
  attempts: number
  lease_until: string
}

/** What is sent of an event, `data` as the JSON that it was recorded with. */
export interface DueEvent {
  id: string
  type: string
  occurred_at: string
  data: string
}

/** How an attempt ended. It is written down only where `attempts` and `held_until` are those of its claim. */
export interface DeliveryOutcome {
  workspace_id: string
  id: string
  attempts: number
  held_until: string
  status: string
  response_status: number | null
  response_body: string | null
  error: string | null
  duration_ms: number
  next_attempt_at: string | null
  delivered_at: string | null
  updated_at: string
}
