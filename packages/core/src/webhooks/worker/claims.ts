import type { Reader, Tx } from '../../storage/database.ts'
import * as postgres from './claims.postgres.ts'
import * as sqlite from './claims.sqlite.ts'
import type { ClaimedDelivery, DeliveryClaim, DeliveryOutcome, DueEvent } from './delivery.ts'

const ENGINES = { sqlite, postgres }

/**
 * Takes deliveries that are due, a few of each endpoint in turn, and leases them; none beyond what an endpoint may
 * have under way, also when several processes claim at once.
 */
export function claimDeliveries({ connection }: Tx, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  return ENGINES[connection.dialect.engine].claimDeliveries(connection, claim)
}

/** The events of claimed deliveries, by id, but for those that retention took meanwhile. */
export function dueEvents({ connection }: Reader, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>> {
  return ENGINES[connection.dialect.engine].dueEvents(connection, claimed)
}

/** Writes down how attempts ended. @returns the ids of those that were still held by the claim that sent them */
export function settleDeliveries({ connection }: Tx, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  return ENGINES[connection.dialect.engine].settleDeliveries(connection, outcomes)
}
