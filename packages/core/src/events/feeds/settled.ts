import { newId } from '../../ids.ts'
import type { Database, Reader, StoredEvent } from '../../storage/database.ts'
import { idPosition, positionAt } from './position.ts'
import { eventsAfter, lastEvent } from './store.ts'

/**
 * The next events, and the position before which none can be committed any more.
 *
 * Where several processes write, the time says so, since ids begin with it. Where one does, it is the next id: the ids of a process
 * never go back, so they are of the future after its clock was set back. There the events are read in a transaction, which has no other
 * beside it.
 */
export function settledEvents(database: Database, position: string, limit: number) {
  const read = async (reader: Reader): Promise<{ settled: string; events: StoredEvent[] }> => {
    // Before the events, so that all are seen that were written by then.
    const time = database.isShared ? await timePosition(reader) : undefined
    const events = await eventsAfter(reader, position, limit)
    return { settled: time ?? positionAfter(events.at(-1)?.id), events }
  }
  return database.isShared ? database.read(read) : database.write(read, { lasting: false })
}

/** The position after all events that are committed now. */
export function settledPosition(database: Database): Promise<string> {
  if (database.isShared) return database.read(timePosition)
  return database.write(async (tx) => positionAfter(await lastEvent(tx)), { lasting: false })
}

async function timePosition({ connection }: Reader): Promise<string> {
  return positionAt(Date.parse(await connection.settled()))
}

/** After an event, and before all that this process will write: another process may have been ahead of its clock. */
function positionAfter(event = ''): string {
  const next = idPosition(newId())
  // Longer than the id, so that it sorts after it.
  return event < next ? next : `${event}0`
}
