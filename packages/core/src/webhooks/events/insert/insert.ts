import type { Tx } from '../../../storage/database.ts'
import type { EventRow, Inserted } from '../event-row.ts'
import * as postgres from './insert.postgres.ts'
import * as sqlite from './insert.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** Takes the next sequence numbers, higher than all committed ones of records that the transaction has locked. */
export async function nextSequences({ connection }: Tx, count: number): Promise<number[]> {
  return ENGINES[connection.dialect.engine].nextSequences(connection, count)
}

/** Inserts an event. @returns the endpoints of its workspace, regardless of their subscriptions */
export async function insertEventRow({ connection }: Tx, event: EventRow, limit: number): Promise<Inserted> {
  return ENGINES[connection.dialect.engine].insertEventRow(connection, event, limit)
}

/** The current time in milliseconds, if it differs from that of the transaction: all locks are held by now. */
export async function insertionTime({ connection }: Tx): Promise<number | undefined> {
  return ENGINES[connection.dialect.engine].insertionTime(connection)
}
