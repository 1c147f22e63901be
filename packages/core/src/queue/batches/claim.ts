import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { LEASE_MS, type QueueTable } from '../leases.ts'

/** Consecutive claims that ended with their process without progress, after which a job fails. */
export const MAX_DEATHS = 3
/** Maximum number of workspaces examined per claim; the next claim continues after them. */
const SCAN_LIMIT = 100

/** A table of batch jobs: `deaths` counts claims since the last progress that were never completed. */
export type BatchTable = QueueTable & { deaths: PgColumn }

export interface BatchKey {
  workspace_id: string
  id: string
}

/** A walk that a worker has taken. */
export interface ClaimedBatch extends BatchKey {
  leased_by: string
  /** How often its process has died already without progress. */
  deaths: number
}

type Changes = Record<string, unknown>

/** The turn of a claim: workspaces take turns, and each has one job at a time. */
export interface Turn {
  /** The workspace that had its turn last. */
  last: string
}

/** Sorts before all workspaces. */
export const FIRST_TURN = '00000000-0000-0000-0000-000000000000'

interface ClaimRequest {
  capacity: number
  leased_by: string
  turn: Turn
  /**
   * Whether other jobs are running here. A job with previous deaths is claimed alone, so that others neither die with
   * it nor are blamed for it.
   */
  others: boolean
}

/** Claims waiting jobs, for each workspace the one that has waited longest, and counts the claims. */
export async function claimBatches(
  tx: Tx,
  table: BatchTable,
  { capacity, leased_by, turn, others }: ClaimRequest,
): Promise<readonly ClaimedBatch[]> {
  await tx.connection.dialect.lockRecord(tx.connection, 'walks')
  const busy = await busyWorkspaces(tx, table)
  const claimed: ClaimedBatch[] = []
  const began = turn.last
  let wrapped = false
  for (let looked = 0; looked < SCAN_LIMIT && claimed.length < capacity; looked++) {
    const next = await nextInTurn(tx, table, turn.last)
    if (!next || (wrapped && next.workspace_id > began)) {
      if (wrapped || began === FIRST_TURN) break
      wrapped = true
      turn.last = FIRST_TURN
      continue
    }
    const isTaken = busy.has(next.workspace_id) || claimed.some((one) => one.workspace_id === next.workspace_id)
    if (!isTaken && next.isDue) {
      // It gets its turn once all others are done, and no others start meanwhile.
      if (next.deaths > 0 && (others || claimed.length > 0)) break
      claimed.push(await claim(tx, table, { ...next, leased_by }))
    }
    turn.last = next.workspace_id
    if (claimed.some(({ deaths }) => deaths > 0)) break
  }
  return claimed
}

/** Claims one job, unless it is running or scheduled for later. */
export async function claimBatch(
  tx: Tx,
  table: BatchTable,
  { workspace_id, id, leased_by }: BatchKey & { leased_by: string },
): Promise<ClaimedBatch | undefined> {
  await tx.connection.dialect.lockRecord(tx.connection, 'walks')
  const [found] = await tx.db
    .select({ deaths: table.deaths })
    .from(table as PgTable)
    .where(
      and(
        eq(table.workspace_id, workspace_id),
        eq(table.id, id),
        lte(table.next_attempt_at, tx.time),
        isNull(table.lease_until),
      ),
    )
  return found && claim(tx, table, { workspace_id, id, leased_by, deaths: Number(found.deaths) })
}

async function busyWorkspaces(tx: Tx, table: BatchTable): Promise<Set<string>> {
  const rows = await tx.db
    .select({ workspace_id: table.workspace_id })
    .from(table as PgTable)
    .where(isNotNull(table.lease_until))
  return new Set(rows.map((row) => String(row.workspace_id)))
}

/** The job of the next workspace that has waited longest. */
async function nextInTurn(tx: Tx, table: BatchTable, behind: string) {
  const { workspace_id, id, next_attempt_at, lease_until, deaths } = table
  const [found] = await tx.db
    .select({ workspace_id, id, next_attempt_at, deaths })
    .from(table as PgTable)
    .where(and(gt(workspace_id, behind), isNotNull(next_attempt_at), isNull(lease_until)))
    .orderBy(asc(workspace_id), asc(next_attempt_at), asc(id))
    .limit(1)
  return (
    found && {
      workspace_id: String(found.workspace_id),
      id: String(found.id),
      deaths: Number(found.deaths),
      isDue: String(found.next_attempt_at) <= tx.time,
    }
  )
}

/** The claim counts as a death until progress or its end is recorded. */
async function claim(tx: Tx, table: BatchTable, claimed: ClaimedBatch): Promise<ClaimedBatch> {
  await tx.db
    .update(table as PgTable)
    .set({
      lease_until: later(tx.time, LEASE_MS),
      leased_by: claimed.leased_by,
      error: null,
      deaths: sql`${table.deaths} + 1`,
    } satisfies Changes)
    .where(at(table, claimed))
  return claimed
}

/**
 * Renews the lease of a job and locks it for this transaction, which is a step of it.
 * @returns whether this worker still has the lease
 */
export async function renewLease(tx: Tx, table: BatchTable, claimed: ClaimedBatch): Promise<boolean> {
  const held = await tx.db
    .update(table as PgTable)
    .set({ lease_until: later(tx.time, LEASE_MS), deaths: 0 } satisfies Changes)
    .where(and(at(table, claimed), eq(table.leased_by, claimed.leased_by), isNotNull(table.lease_until)))
    .returning({ id: table.id })
  return held.length > 0
}

/** Releases a claimed job, so that others get their turn. @param error the reason of a failure */
export async function releaseBatch(
  tx: Tx,
  table: BatchTable,
  claimed: ClaimedBatch,
  error: string | undefined,
): Promise<void> {
  const [known] = await tx.db
    .select({ attempts: table.attempts })
    .from(table as PgTable)
    .where(at(table, claimed))
  const failed = error === undefined ? 0 : Number(known?.attempts ?? 0) + 1
  await tx.db
    .update(table as PgTable)
    .set({ lease_until: null, leased_by: null, attempts: failed, deaths: 0, error: error ?? null } satisfies Changes)
    .where(and(at(table, claimed), eq(table.leased_by, claimed.leased_by)))
  // The delay grows with each failure, so that a lasting fault does not occupy the worker.
  const next_attempt_at = later(tx.time, Math.min(failed * failed, 600) * 1000)
  await tx.db
    .update(table as PgTable)
    .set({ next_attempt_at } satisfies Changes)
    .where(and(at(table, claimed), lte(table.next_attempt_at, later(tx.time, LEASE_MS))))
}

function at(table: BatchTable, { workspace_id, id }: BatchKey) {
  return and(eq(table.workspace_id, workspace_id), eq(table.id, id))
}
