import type { Tx } from '../../../storage/database.ts'
import type { EventRow, Following, Inserted, Insertion } from '../event-row.ts'
import * as postgres from './insert.postgres.ts'
import * as sqlite from './insert.sqlite.ts'
import type { NewDelivery } from './new-delivery.ts'

const ENGINES = { sqlite, postgres }

/** Takes the next sequence numbers, higher than all committed ones of records that the transaction has locked. */
export async function nextSequences({ connection }: Tx, count: number): Promise<number[]> {
  return ENGINES[connection.dialect.engine].nextSequences(connection, count)
}

/** The endpoints of a workspace with one of some subscriptions: more than `limit` if there are more. */
export async function findSubscribers(
  { connection }: Tx,
  workspace_id: string,
  patterns: readonly string[],
  limit: number,
): Promise<Following[]> {
  const { findSubscribers: find } = ENGINES[connection.dialect.engine]
  return find(connection, workspace_id, patterns, patterns.length * limit + 1)
}

/**
 * Inserts an event to which nobody subscribes, without waiting, where that saves a round trip and is verified with it. By the commit it has
 * the id that it was written with.
 * @returns false if somebody may subscribe, and it was not inserted
 */
export function insertUnsubscribed({ connection }: Tx, event: EventRow, patterns: readonly string[]): boolean {
  return ENGINES[connection.dialect.engine].insertUnsubscribed(connection, event, patterns)
}

/** Inserts an event, and finds the endpoints that subscribe to it. */
export async function insertEventRow({ connection }: Tx, event: EventRow, insertion: Insertion): Promise<Inserted> {
  return ENGINES[connection.dialect.engine].insertEventRow(connection, event, insertion)
}

export async function insertDeliveries({ connection }: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  return ENGINES[connection.dialect.engine].insertDeliveries(connection, deliveries)
}

/** The current time in milliseconds, if it differs from that of the transaction: all locks are held by now. */
export async function insertionTime({ connection }: Tx): Promise<number | undefined> {
  return ENGINES[connection.dialect.engine].insertionTime(connection)
}
