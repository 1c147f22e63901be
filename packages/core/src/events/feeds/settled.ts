import type { Database, Reader, StoredEvent } from '../../storage/database.ts'
import * as postgres from './settled.postgres.ts'
import * as sqlite from './settled.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** An event, and the position after it. */
export interface PlacedEvent {
  event: StoredEvent
  position: string
}

/** The next events of a feed. */
export interface SettledEvents {
  /** Only those before which none can be committed any more. */
  events: PlacedEvent[]
  /** Whether these are all that are committed. */
  isDone: boolean
  /** The position after all events, if these are all. */
  end: string
}

/** Reads the next events of all workspaces in the order in which they were written. */
export function settledEvents(database: Database, position: string, limit: number): Promise<SettledEvents> {
  return database.read((reader: Reader) => ENGINES[database.engine].settledEvents(reader, position, limit))
}

/** The position after all events that are committed now. */
export function settledPosition(database: Database): Promise<string> {
  return database.read((reader: Reader) => ENGINES[database.engine].settledPosition(reader))
}
