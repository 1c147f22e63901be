import { and, asc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../storage/database.ts'
import { later } from '../times.ts'

/** Longer than any attempt may take, so that nobody else takes what is still being sent. */
export const LEASE_MS = 40_000
/** Small, so that nobody who writes meanwhile waits for it. */
const BATCH = 500
const LOST = 'The process ended during the attempt'
const BROKEN_OFF = 'The attempt was interrupted by the stop of the service'

/** The end of its process in the midst of it, so many times in a row, is taken to be its own doing: it is given up. */
const MAX_LOSSES = 3
/** From so many on it is sent alone among its kind: when it does end the process, none of the others is given up with it. */
const ALONE_FROM = 2
export const GIVEN_UP = `Not retried: the service ended ${MAX_LOSSES} times while sending it. See the log of the service; it can be sent again`

/** Whether what was taken has ended its process too often to be sent again. */
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

/** A table of things that wait to be sent: `lease_until` is set while an attempt is under way. */
export type QueueTable = PgTable & Record<Leased, PgColumn> & { waiting_for?: PgColumn; losses?: PgColumn }

type Changes = Record<string, string | number | null | SQL>

/** What is written of what was under way in a process that died. */
export function lostAttempt({ losses, waiting_for }: QueueTable) {
  const freed = { lease_until: null, error: LOST }
  if (!losses || !waiting_for) return freed
  const wait = sql`case when ${losses} + 1 >= ${ALONE_FROM} then 'alone' else ${waiting_for} end`
  return { ...freed, losses: sql`${losses} + 1`, waiting_for: wait }
}

/**
 * Gives up for lost what was under way past its lease: its process died. A lease further ahead than any is given was
 * given by a clock that has been set back since.
 * @param isOurs whether this process is still at it, whatever the clock says
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
  // By workspace: a table is searched for every pair of the two lists.
  for (const workspace_id of new Set(lost.map((row) => row.workspace_id))) {
    const ids = lost.filter((row) => row.workspace_id === workspace_id).map(({ id }) => id)
    await tx.db
      .update(table as PgTable)
      .set(lostAttempt(table) satisfies Changes)
      .where(and(eq(table.workspace_id, workspace_id), inArray(table.id, ids), lapsed))
  }
}

/** At the start of the one process of an SQLite file, nothing is under way. */
export async function releaseAll(tx: Tx, table: QueueTable): Promise<void> {
  await tx.db
    .update(table as PgTable)
    .set(lostAttempt(table) satisfies Changes)
    .where(isNotNull(table.lease_until))
}

/** At the end of a worker: what it could not finish is free for the next at once, and counts as no loss. */
export async function releaseOwn(tx: Tx, table: QueueTable, holder: string, ids: readonly string[]): Promise<void> {
  await tx.db
    .update(table as PgTable)
    .set({ lease_until: null, error: BROKEN_OFF } satisfies Changes)
    .where(and(isNotNull(table.lease_until), eq(table.leased_by, holder), inArray(table.id, [...ids])))
}

interface ClaimedRow {
  workspace_id: string
  id: string
  /** With the one that is about to be made. */
  attempts: number
}

/** Gives back what was taken and is not sent: it waits as if nobody had tried. @param until when it is due, if not now */
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

/** Where a walk along the times of next attempts has come to. */
export interface Forwarded {
  next_attempt_at: string
  id: string
}

/**
 * After the clock was set back: what was put off by the clock before, which may be by a day more than was meant, is due
 * now. In steps, each behind the one before.
 * @returns where to go on; undefined at the end
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

/** Of what a worker took, what it still has: others free what belongs to one that gives no sign. */
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
