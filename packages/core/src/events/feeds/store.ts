import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

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

/** What a feed reads of an event. */
export function eventColumns({ events: { workspace_id, id, type, occurred_at, data } }: Tables) {
  return { workspace_id, id, type, occurred_at, data }
}
