import type { Tx } from '../../../storage/database.ts'
import type { EventRow, Inserted } from '../event-row.ts'
import * as postgres from './insert.postgres.ts'
import * as sqlite from './insert.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** Takes the next numbers, of which each is higher than all that are committed of a record that the transaction has locked. */
export async function nextSequences({ connection }: Tx, count: number): Promise<number[]> {
  return ENGINES[connection.dialect.engine].nextSequences(connection, count)
}

/** Writes an event. @returns endpoints of its workspace, whatever they subscribe to */
export async function insertEventRow({ connection }: Tx, event: EventRow, limit: number): Promise<Inserted> {
  return ENGINES[connection.dialect.engine].insertEventRow(connection, event, limit)
}

/** This moment, in milliseconds, where it says more than the time of the transaction: what was locked is locked by now. */
export async function insertionTime({ connection }: Tx): Promise<number | undefined> {
  return ENGINES[connection.dialect.engine].insertionTime(connection)
}
