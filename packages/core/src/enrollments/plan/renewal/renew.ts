import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import { isSettled } from '../../../storage/steps/settled.ts'
import {
  type DateRequest,
  dateRequests,
  deleteRequest,
  recordProgress,
} from '../../../working-calendar/date-requests.ts'
import { findEnrollment } from '../../store.ts'
import { replan } from '../replan.ts'
import { deadline, inTimedSteps } from './timed-steps.ts'

const BATCH = 200
/** Maximum number of workspaces per call. */
const MAX_REQUESTS = 20

/** Computes the dates of open enrollments again in the workspaces that requested it, in short steps. */
export async function renewDates({ store }: Pick<Context, 'store'>): Promise<void> {
  for (const request of await store.read((reader) => dateRequests(reader, MAX_REQUESTS))) {
    const { seen_at } = request
    if (seen_at === null) await store.write((tx) => recordProgress(tx, request, { seen_at: tx.time }))
    // Transactions that began before may have read the former calendar: what they wrote is computed after they have ended.
    if (seen_at !== null && (await store.read((reader) => isSettled(reader, seen_at))))
      if (!(await renewWorkspace(store, request))) return
  }
}

/** @returns whether there is time for the next workspace */
async function renewWorkspace(store: Context['store'], request: DateRequest): Promise<boolean> {
  const { workspace_id } = request
  const until = deadline()
  for (let after = request.after_id; ; ) {
    const ids = await store.read((reader) => openPlans(reader, workspace_id, after))
    const renewAll = inTimedSteps(
      store,
      ids,
      until,
      (tx, id) => renew(tx, workspace_id, id),
      (tx, after_id) => recordProgress(tx, request, { after_id }),
    )
    if (!(await renewAll)) return true
    after = ids.at(-1) ?? after
    if (ids.length === BATCH) continue
    await store.write((tx) => deleteRequest(tx, request))
    return true
  }
}

async function renew(tx: Tx, workspace_id: string, id: string): Promise<void> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const enrollment = await findEnrollment(tx, workspace_id, id, 'change')
  if (enrollment) await replan(tx, enrollment)
}

/** The next open enrollments with a plan, in the order of an index. Those that are closed are computed when they open. */
async function openPlans(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  after: string | null,
): Promise<string[]> {
  const isNext = after === null ? undefined : gt(t.id, after)
  const rows = await db
    .select({ id: t.id })
    .from(t)
    // The condition matches the index.
    .where(
      and(eq(t.workspace_id, workspace_id), sql`${t.has_plan} and ${t.status} in ('invited', 'in_progress')`, isNext),
    )
    .orderBy(asc(t.id))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}
