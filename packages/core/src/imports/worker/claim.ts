import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { LEASE_MS } from '../../queue/leases.ts'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { findImport, type ImportsRow } from '../store.ts'

interface Wanted {
  room: number
  leased_by: string
  /** The one that is wanted; whichever is due when not given. */
  place?: { workspace_id: string; id: string }
}

/** Takes imports that wait for work, those that have waited longest first, and leases them. */
export async function claimImports(tx: Tx, { room, leased_by, place }: Wanted): Promise<ImportsRow[]> {
  const { imports: t } = tx.tables
  await tx.connection.dialect.lockRecord(tx.connection, 'imports')
  const due = and(lte(t.next_attempt_at, tx.time), isNull(t.lease_until))
  const wanted = place && and(eq(t.workspace_id, place.workspace_id), eq(t.id, place.id))
  const found = await tx.db
    .select({ id: t.id })
    .from(t)
    .where(and(due, wanted))
    .orderBy(asc(t.next_attempt_at), asc(t.id))
    .limit(room)
  const claimed: ImportsRow[] = []
  for (const { id } of found)
    claimed.push(
      ...(await tx.db
        .update(t)
        .set({ lease_until: later(tx.time, LEASE_MS), leased_by, error: null })
        .where(and(eq(t.id, id), due))
        .returning()),
    )
  return claimed
}

/** Makes sure that an import is still this worker's, keeps it from others for longer, and from changing for this transaction. */
export async function hold(
  tx: Tx,
  { workspace_id, id, status, leased_by }: ImportsRow,
): Promise<ImportsRow | undefined> {
  const { imports: t } = tx.tables
  const current = await findImport(tx, { workspace_id, id }, 'change')
  if (!current || current.leased_by !== leased_by || current.lease_until === null || current.status !== status)
    return undefined
  const lease_until = later(tx.time, LEASE_MS)
  await tx.db
    .update(t)
    .set({ lease_until })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
  return { ...current, lease_until }
}

/** Gives back what was claimed: there may be more to do, and others have their turn. @param error why it did not come further */
export async function release(
  tx: Tx,
  { workspace_id, id, leased_by, attempts }: ImportsRow,
  error: string | undefined,
): Promise<void> {
  const { imports: t } = tx.tables
  const failed = error === undefined ? 0 : attempts + 1
  const own = and(eq(t.workspace_id, workspace_id), eq(t.id, id), eq(t.leased_by, leased_by ?? ''))
  await tx.db
    .update(t)
    .set({ lease_until: null, leased_by: null, attempts: failed, error: error ?? null })
    .where(own)
  const isDue = lte(t.next_attempt_at, later(tx.time, LEASE_MS))
  // What fails waits longer each time: a fault that lasts must not keep the worker busy.
  const next_attempt_at = later(tx.time, Math.min(failed * failed, 600) * 1000)
  await tx.db
    .update(t)
    .set({ next_attempt_at })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id), isDue))
}
