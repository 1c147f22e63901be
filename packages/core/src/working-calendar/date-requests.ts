import { and, asc, eq } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

export type DateRequest = Tables['date_requests']['$inferSelect']

/**
 * Requests that the dates of all open enrollments of a workspace are computed again: its calendar, its time zone or the days after
 * which its enrollments stall have changed. The upkeep does it in short steps.
 */
export async function requestDates(tx: Tx, workspace_id: string): Promise<void> {
  const { date_requests: t } = tx.tables
  const request = { id: newId(), seen_at: null, after_id: null }
  await tx.db
    .insert(t)
    .values({ workspace_id, ...request })
    .onConflictDoUpdate({ target: t.workspace_id, set: request })
}

/** The requests of all workspaces. */
export function dateRequests({ db, tables: { date_requests: t } }: Reader, limit: number): Promise<DateRequest[]> {
  return db.select().from(t).orderBy(asc(t.workspace_id)).limit(limit)
}

/**
 * Records progress, unless there is a later request by now; none is made until the transaction has ended.
 * @returns whether it was recorded
 */
export async function recordProgress(
  tx: Tx,
  request: DateRequest,
  progress: Partial<Pick<DateRequest, 'seen_at' | 'after_id'>>,
): Promise<boolean> {
  const { date_requests: t } = tx.tables
  const updated = await tx.db.update(t).set(progress).where(isSame(t, request)).returning({ id: t.id })
  return updated.length > 0
}

export async function deleteRequest(tx: Tx, request: DateRequest): Promise<void> {
  const { date_requests: t } = tx.tables
  await tx.db.delete(t).where(isSame(t, request))
}

function isSame(t: Tables['date_requests'], { workspace_id, id }: DateRequest) {
  return and(eq(t.workspace_id, workspace_id), eq(t.id, id))
}
