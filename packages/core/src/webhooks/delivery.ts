import type { SentRequest } from '../storage/tables/webhook-attempts.ts'
import type { DeliveryWaitsFor } from './contract.ts'

/** The next endpoint of a workspace: the first after a given one, or of all with ''. */
export interface Turn {
  workspace_id: string
  after: string
}

/** The time of a query of ready endpoints, and the number per workspace. */
export interface ReadyQuery {
  now: string
  limit: number
}

/** An endpoint with ready deliveries. */
export interface ReadyEndpoint {
  workspace_id: string
  endpoint_id: string
  /** The number of ready deliveries, up to its maximum concurrency. */
  ready: number
  /** Whether deliveries to it may be sent. */
  is_open: boolean
  /** Whether its last attempt failed. */
  is_failing: boolean
  /** How many deliveries may start within a second. */
  max_per_second: number | null
  /** Its stored response time; null if unknown. */
  answer_ms: number | null
  /** Whether another process is claiming its deliveries. */
  isTaken: boolean
  /** How many more it may have under way, if known already. */
  capacity?: number
}

/** The end of a lease, and its worker. */
export interface Lease {
  lease_until: string
  leased_by: string
}

/** The number of deliveries to claim from an endpoint, up to its capacity. */
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
  /** Including the current attempt. */
  attempts: number
  lease_until: string
}

/** A due event with its `data` as stored JSON. */
export interface DueEvent {
  id: string
  type: string
  occurred_at: string
  data: string
  /** Null for an event of an earlier release. */
  sequence: number | null
}

/** The outcome of an attempt. It is recorded only if `attempts` and `held_until` are those of its claim. */
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
  /** ID of the stored attempt. */
  attempt_id: string
  started_at: string
  address: string | null
  request: SentRequest
  response_headers: Record<string, string> | null
}
