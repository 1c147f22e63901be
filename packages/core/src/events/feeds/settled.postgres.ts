import { asc, gt } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import { positionAt } from './position.ts'
import type { SettledEvents } from './settled-events.ts'
import { eventColumns } from './store.ts'

/**
 * Events in the order of their ids, which begin with the time of the database. Several processes write: a transaction that is open
 * can still commit an earlier one.
 */
export async function settledEvents(reader: Reader, position: string, limit: number): Promise<SettledEvents> {
  // Before the events, so that all are seen that were written by then.
  const end = await settledPosition(reader)
  const { db, tables } = reader
  const { id } = tables.events
  const found = await db
    .select(eventColumns(tables))
    .from(tables.events)
    .where(gt(id, position))
    .orderBy(asc(id))
    .limit(limit)
  const events = found.filter((event) => event.id < end).map((event) => ({ event, position: event.id }))
  return { events, isDone: found.length < limit && events.length === found.length, end }
}

export async function settledPosition({ connection }: Reader): Promise<string> {
  return positionAt(Date.parse(await connection.settled()))
}
