import type { Tx } from '../../storage/database.ts'
import type { EventRow, Subscriber } from './event-row.ts'
import * as postgres from './insert.postgres.ts'
import * as sqlite from './insert.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** Writes an event. @returns endpoints of its workspace, whatever they subscribe to */
export async function insertEventRow({ connection }: Tx, event: EventRow, limit: number): Promise<Subscriber[]> {
  return ENGINES[connection.dialect.engine].insertEventRow(connection, event, limit)
}
