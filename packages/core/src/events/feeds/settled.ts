import type { Database, Reader } from '../../storage/database.ts'
import * as postgres from './settled.postgres.ts'
import * as sqlite from './settled.sqlite.ts'
import type { SettledEvents } from './settled-events.ts'

const ENGINES = { sqlite, postgres }

/** Reads the next events of all workspaces in the order in which they were written. */
export function settledEvents(database: Database, position: string, limit: number): Promise<SettledEvents> {
  return database.read((reader: Reader) => ENGINES[database.engine].settledEvents(reader, position, limit))
}

/** The position after all events that are committed now. */
export function settledPosition(database: Database): Promise<string> {
  return database.read((reader: Reader) => ENGINES[database.engine].settledPosition(reader))
}
