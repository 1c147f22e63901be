import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Reader, StoredEvent, Tx } from '../../storage/database.ts'

export async function findPosition({ db, tables: { event_feeds: feeds } }: Reader, name: string) {
  const [row] = await db.select({ position: feeds.position }).from(feeds).where(eq(feeds.name, name))
  return row?.position
}

/** Creates a feed, unless it exists. */
export async function insertFeed({ db, tables: { event_feeds: feeds } }: Tx, name: string, position: string) {
  await db.insert(feeds).values({ name, position }).onConflictDoNothing()
}

export async function updatePosition({ db, tables: { event_feeds: feeds } }: Tx, name: string, position: string) {
  await db.update(feeds).set({ position }).where(eq(feeds.name, name))
}

/** Ends a lease before its time. */
export async function deleteLease({ db, tables: { leases } }: Tx, lease: { name: string; holder: string }) {
  await db.delete(leases).where(and(eq(leases.name, lease.name), eq(leases.holder, lease.holder)))
}

/** Events of all workspaces in the order in which they were written, which their ids have. */
export function eventsAfter(
  { db, tables: { events } }: Reader,
  position: string,
  limit: number,
): Promise<StoredEvent[]> {
  const { workspace_id, id, type, occurred_at, data } = events
  const columns = { workspace_id, id, type, occurred_at, data }
  return db.select(columns).from(events).where(gt(id, position)).orderBy(asc(id)).limit(limit)
}

/** The id of the last event of all. */
export async function lastEvent({ db, tables: { events } }: Reader): Promise<string | undefined> {
  const [row] = await db.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(1)
  return row?.id
}
