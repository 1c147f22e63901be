import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import { sequenceOfPosition, sequencePosition } from './position.ts'
import type { PlacedEvent, SettledEvents } from './settled-events.ts'
import { eventColumns } from './store.ts'

/**
 * Events in the order of their sequence: there is one writer, so it is the order of commits, whatever the clock does. Events that an
 * earlier release has written have none; they come first, in the order of their ids.
 */
export async function settledEvents(reader: Reader, position: string, limit: number): Promise<SettledEvents> {
  const begin = sequenceOfPosition(position)
  const earlier = begin === undefined ? await withoutSequence(reader, position, limit) : []
  const { db, tables } = reader
  const { sequence } = tables.events
  const found = await db
    .select({ ...eventColumns(tables), sequence })
    .from(tables.events)
    .where(gt(sequence, begin ?? 0))
    .orderBy(asc(sequence))
    .limit(limit - earlier.length)
  const now = Date.now()
  const later = found.map(({ sequence: number, ...event }) => ({ event, position: sequencePosition(number ?? 0, now) }))
  const events = [...earlier, ...later]
  const end = sequencePosition(found.at(-1)?.sequence ?? begin ?? 0, now)
  return { events, isDone: events.length < limit, end }
}

async function withoutSequence({ db, tables }: Reader, position: string, limit: number): Promise<PlacedEvent[]> {
  const { id, sequence } = tables.events
  const found = await db
    .select(eventColumns(tables))
    .from(tables.events)
    .where(and(isNull(sequence), gt(id, position)))
    .orderBy(asc(id))
    .limit(limit)
  return found.map((event) => ({ event, position: event.id }))
}

export async function settledPosition({ db, tables: { sequences: t } }: Reader): Promise<string> {
  const [row] = await db.select({ value: t.value }).from(t).where(eq(t.name, 'events'))
  return sequencePosition(row?.value ?? 0, Date.now())
}
