import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { LEASE_MS, type QueueTable } from '../leases.ts'

interface Place {
  workspace_id: string
  id: string
}

/** A walk that a worker has taken. */
export interface Claimed extends Place {
  leased_by: string
}

interface Wanted {
  room: number
  leased_by: string
  /** The one that is wanted; whichever is due when not given. */
  place?: Place
}

type Changes = Record<string, string | number | null>

/** Takes walks that wait for work, those that have waited longest first, and leases them. */
export async function claimWalks(
  tx: Tx,
  table: QueueTable,
  { room, leased_by, place }: Wanted,
): Promise<readonly Claimed[]> {
  const { workspace_id, id, next_attempt_at, lease_until } = table
  await tx.connection.dialect.lockRecord(tx.connection, 'walks')
  const due = and(lte(next_attempt_at, tx.time), isNull(lease_until))
  const wanted = place && and(eq(workspace_id, place.workspace_id), eq(id, place.id))
  const found = await tx.db
    .select({ workspace_id, id })
    .from(table as PgTable)
    .where(and(due, wanted))
    .orderBy(asc(next_attempt_at), asc(id))
    .limit(room)
  const claimed = found.map((one) => ({ workspace_id: String(one.workspace_id), id: String(one.id), leased_by }))
  for (const one of claimed)
    await tx.db
      .update(table as PgTable)
      .set({ lease_until: later(tx.time, LEASE_MS), leased_by, error: null } satisfies Changes)
      .where(and(eq(workspace_id, one.workspace_id), eq(id, one.id), due))
  return claimed
}

/** Keeps a walk from others for longer, and from changing for this transaction. @returns whether it is still this worker's */
export async function holdWalk(tx: Tx, table: QueueTable, claimed: Claimed): Promise<boolean> {
  const held = await tx.db
    .update(table as PgTable)
    .set({ lease_until: later(tx.time, LEASE_MS) } satisfies Changes)
    .where(
      and(
        eq(table.workspace_id, claimed.workspace_id),
        eq(table.id, claimed.id),
        eq(table.leased_by, claimed.leased_by),
        isNotNull(table.lease_until),
      ),
    )
    .returning({ id: table.id })
  return held.length > 0
}

/** Gives back what was claimed: there may be more to do, and others have their turn. @param error why it did not come further */
export async function releaseWalk(
  tx: Tx,
  table: QueueTable,
  { workspace_id, id, leased_by }: Claimed,
  error: string | undefined,
): Promise<void> {
  const at = and(eq(table.workspace_id, workspace_id), eq(table.id, id))
  const [known] = await tx.db
    .select({ attempts: table.attempts })
    .from(table as PgTable)
    .where(at)
  const failed = error === undefined ? 0 : Number(known?.attempts ?? 0) + 1
  await tx.db
    .update(table as PgTable)
    .set({ lease_until: null, leased_by: null, attempts: failed, error: error ?? null } satisfies Changes)
    .where(and(at, eq(table.leased_by, leased_by)))
  // What fails waits longer each time: a fault that lasts must not keep the worker busy.
  const next_attempt_at = later(tx.time, Math.min(failed * failed, 600) * 1000)
  await tx.db
    .update(table as PgTable)
    .set({ next_attempt_at } satisfies Changes)
    .where(and(at, lte(table.next_attempt_at, later(tx.time, LEASE_MS))))
}
