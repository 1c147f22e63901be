import type { SentRequest } from '../storage/tables/webhook-attempts.ts'
import type { DeliveryWaitsFor } from './contract.ts'

/** The next endpoint of a workspace: the first behind one, or of all of them behind ''. */
export interface Turn {
  workspace_id: string
  after: string
}

/** As of when endpoints are looked at that something is ready for, and at how many of each workspace. */
export interface ReadyQuery {
  now: string
  limit: number
}

/** An endpoint that has something ready. */
export interface ReadyEndpoint {
  workspace_id: string
  endpoint_id: string
  /** How much is ready, counted as far as the most that it may have under way. */
  ready: number
  /** Whether it may be sent to. */
  is_open: boolean
  /** Whether its last attempt failed. */
  is_failing: boolean
  /** How many may begin within a second. */
  max_per_second: number | null
  /** How long its answers take, as was last written down; null where that is not known. */
  answer_ms: number | null
  /** Whether another process takes of it at this moment. */
  isTaken: boolean
  /** How many more it may have under way, where that is known already. */
  capacity?: number
}

/** Until when what is taken is leased, and to which worker. */
export interface Lease {
  lease_until: string
  leased_by: string
}

/** What is to be taken of an endpoint: at most as much as it has room for. */
export interface EndpointCapacity {
  endpoint: ReadyEndpoint
  capacity: number
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
  /** Null of what a former release has recorded. */
  sequence: number | null
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
  waiting_for: DeliveryWaitsFor | null
  delivered_at: string | null
  updated_at: string
  /** The attempt, which is kept. */
  attempt_id: string
  started_at: string
  address: string | null
  request: SentRequest
  response_headers: Record<string, string> | null
}
