import { and, asc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../storage/database.ts'
import { later } from '../times.ts'

/** Longer than any attempt, so that a running attempt is not claimed again. */
export const LEASE_MS = 40_000
/** Small, so that other writers do not wait. */
const BATCH = 500
const LOST = 'The process ended during the attempt'
const BROKEN_OFF = 'The attempt was interrupted by the stop of the service'

/**
 * Consecutive deaths of the process during an attempt that are attributed to it: it then fails. Several of them alone, since
 * the death of a process for another reason finds one of those that wait to be sent alone under way.
 */
const MAX_LOSSES = 5
/** From this number of deaths on it is sent alone among its kind, so that others are not blamed for its death. */
const ALONE_FROM = 2
export const GIVEN_UP = `Not retried: the service ended ${MAX_LOSSES} times while sending it. See the log of the service; it can be sent again`

/** Whether its process has died too often during it. */
export function isGivenUp({ losses }: { losses: number }): boolean {
  return losses >= MAX_LOSSES
}

type Leased =
  | 'workspace_id'
  | 'id'
  | 'lease_until'
  | 'leased_by'
  | 'next_attempt_at'
  | 'attempts'
  | 'error'
  | 'updated_at'

/** A table of a queue: `lease_until` is set during an attempt. */
export type QueueTable = PgTable & Record<Leased, PgColumn> & { waiting_for?: PgColumn; losses?: PgColumn }

type Changes = Record<string, string | number | null | SQL>

/** The columns of an attempt whose process died. */
export function lostAttempt({ losses, waiting_for }: QueueTable) {
  const freed = { lease_until: null, error: LOST }
  if (!losses || !waiting_for) return freed
  const wait = sql`case when ${losses} + 1 >= ${ALONE_FROM} then 'alone' else ${waiting_for} end`
  return { ...freed, losses: sql`${losses} + 1`, waiting_for: wait }
}

/**
 * Releases attempts past their lease, whose process died. A lease further ahead than the maximum was set by a clock
 * that has been set back since.
 * @param isOurs whether this process still works on it, whatever the clock says
 */
export async function releaseLost(tx: Tx, table: QueueTable, isOurs: (id: string) => boolean): Promise<void> {
  const lapsed = or(lt(table.lease_until, tx.time), gt(table.lease_until, later(tx.time, LEASE_MS)))
  const rows = await tx.db
    .select({ id: table.id, workspace_id: table.workspace_id })
    .from(table as PgTable)
    .where(and(isNotNull(table.lease_until), lapsed))
    .limit(BATCH)
  const lost = rows.filter(({ id }) => !isOurs(String(id)))
  if (lost.length === 0) return
  // By workspace: otherwise the table is searched for every pair of the two lists.
  for (const workspace_id of new Set(lost.map((row) => row.workspace_id))) {
    const ids = lost.filter((row) => row.workspace_id === workspace_id).map(({ id }) => id)
    await tx.db
      .update(table as PgTable)
      .set(lostAttempt(table) satisfies Changes)
      .where(and(eq(table.workspace_id, workspace_id), inArray(table.id, ids), lapsed))
  }
}

/** Releases everything at the start of the only process of an SQLite file. */
export async function releaseAll(tx: Tx, table: QueueTable): Promise<void> {
  await tx.db
    .update(table as PgTable)
    .set(lostAttempt(table) satisfies Changes)
    .where(isNotNull(table.lease_until))
}

/** Releases unfinished work at the end of a worker, which does not count as a death. */
export async function releaseOwn(tx: Tx, table: QueueTable, holder: string, ids: readonly string[]): Promise<void> {
  await tx.db
    .update(table as PgTable)
    .set({ lease_until: null, error: BROKEN_OFF } satisfies Changes)
    .where(and(isNotNull(table.lease_until), eq(table.leased_by, holder), inArray(table.id, [...ids])))
}

interface ClaimedRow {
  workspace_id: string
  id: string
  /** Including the current attempt. */
  attempts: number
}

/** Releases a claimed item that is not sent, as if it had not been claimed. @param until when it is due; now by default */
export async function returnToQueue(
  tx: Tx,
  table: QueueTable,
  taken: readonly ClaimedRow[],
  until?: string,
): Promise<void> {
  for (const { workspace_id, id, attempts } of taken)
    await tx.db
      .update(table as PgTable)
      .set({
        lease_until: null,
        attempts: attempts - 1,
        ...(until !== undefined && { next_attempt_at: until, ...(table.waiting_for && { waiting_for: 'time' }) }),
      } satisfies Changes)
      .where(and(eq(table.workspace_id, workspace_id), eq(table.id, id)))
}

/** The position of a scan along the times of next attempts. */
export interface Forwarded {
  next_attempt_at: string
  id: string
}

/**
 * Makes due again what was scheduled before the clock was set back, up to a day too late. In steps.
 * @returns where to continue; undefined at the end
 */
export async function bringForward(
  tx: Tx,
  table: QueueTable,
  after: Forwarded | undefined,
): Promise<Forwarded | undefined> {
  const { workspace_id, id, next_attempt_at, updated_at } = table
  const isBehind = after && sql`(${next_attempt_at}, ${id}) > (${after.next_attempt_at}, ${after.id})`
  const rows = await tx.db
    .select({ workspace_id, id, next_attempt_at, updated_at })
    .from(table as PgTable)
    .where(and(gt(next_attempt_at, tx.time), isBehind, table.waiting_for && eq(table.waiting_for, 'time')))
    .orderBy(asc(next_attempt_at), asc(id))
    .limit(BATCH)
  const early = rows.filter((row) => String(row.updated_at) > tx.time)
  for (const workspace of new Set(early.map((row) => row.workspace_id))) {
    const ids = early.filter((row) => row.workspace_id === workspace).map((row) => row.id)
    await tx.db
      .update(table as PgTable)
      .set({ next_attempt_at: tx.time } satisfies Changes)
      .where(and(eq(workspace_id, workspace), inArray(id, ids)))
  }
  const last = rows.length < BATCH ? undefined : rows.at(-1)
  return last && { next_attempt_at: String(last.next_attempt_at), id: String(last.id) }
}

/** The claimed items that a worker still has: others release those of a worker without heartbeats. */
export async function stillLeased(
  reader: Reader,
  table: QueueTable,
  holder: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await reader.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(isNotNull(table.lease_until), eq(table.leased_by, holder), inArray(table.id, ids)))
  return new Set(rows.map(({ id }) => String(id)))
}
