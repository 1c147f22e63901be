import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import { findContactEvenDeleted } from '../contacts/store.ts'
import { addMove, addToCount } from '../records/counters.ts'
import { findRow, insertRow, updateRow } from '../records/rows.ts'
import { insertTombstone } from '../records/tombstones.ts'
import { preparedChange, preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { becomesLatest, passLatest } from './latest.ts'

type EnrollmentsTable = Tables['enrollments']
export type EnrollmentRow = EnrollmentsTable['$inferSelect']

/** The whole row of an enrollment, or undefined. @param lock held until the transaction ends */
export function findEnrollment(
  reader: Reader,
  workspace_id: string,
  id: string,
  lock?: RowLock,
): Promise<EnrollmentRow | undefined> {
  return findRow(reader, 'enrollments', getTableColumns, { workspace_id, id }, { name: 'whole', lock })
}

/** The id of the open enrollment of a contact in a guide, of which there is one at most. */
export async function findOpenEnrollment(
  reader: Reader,
  workspace_id: string,
  { contact_id, guide_id }: { contact_id: string; guide_id: string },
): Promise<string | undefined> {
  const { enrollments: t } = reader.tables
  const [open] = await reader.db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.contact_id, contact_id),
        eq(t.guide_id, guide_id),
        // The condition matches the index.
        sql`${t.status} in ('invited', 'in_progress')`,
      ),
    )
  return open?.id
}

/** An enrollment to delete, with its contact locked before it. */
export async function lockToDelete(tx: Tx, workspace_id: string, id: string): Promise<EnrollmentRow | undefined> {
  const found = await findEnrollment(tx, workspace_id, id)
  if (!found) return undefined
  await findContactEvenDeleted(tx, workspace_id, found.contact_id, 'change')
  return findEnrollment(tx, workspace_id, id, 'change')
}

/**
 * Inserts an enrollment of a contact that is locked and not deleted.
 * @throws UniqueViolation of `enrollments.guide_id` when the contact has a live enrollment in the guide
 */
export async function insertEnrollment(tx: Tx, enrollment: Omit<EnrollmentRow, 'is_latest'>): Promise<EnrollmentRow> {
  const inserted = { ...enrollment, is_latest: await becomesLatest(tx, enrollment) }
  await insertRow(tx, 'enrollments', inserted)
  await count(tx, inserted, 1)
  return inserted
}

const UPDATED = [
  'guide_version_id',
  'status',
  'progress_percentage',
  'started_at',
  'completed_at',
  'expires_at',
  'last_activity_at',
  'link_requested_at',
  'assignee_id',
  'viewed_at',
  'participants_count',
  'has_plan',
  'metadata',
  'updated_at',
] as const

/** The columns of dates, which enrollments without a plan never change. */
const DATES = ['target_date', 'target_order', 'health', 'health_reason', 'health_turns_at'] as const
const UPDATED_WITH_DATES = [...UPDATED, ...DATES] as const

/** Writes the columns that can change, and keeps the counts by status. */
export async function updateEnrollmentRow(tx: Tx, before: EnrollmentRow, after: EnrollmentRow): Promise<void> {
  if (after.has_plan) await updateRow(tx, 'enrollments', UPDATED_WITH_DATES, after)
  else await updateRow(tx, 'enrollments', UPDATED, after)
  if (before.status === after.status) return
  await count(tx, before, -1)
  await count(tx, after, 1)
}

/** Writes the access token of a locked enrollment, which nothing else of it depends on. */
export async function replaceToken(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  await updateRow(tx, 'enrollments', ['token_hash', 'sealed_token', 'updated_at'], enrollment)
}

/** Deletes an enrollment that `lockToDelete` has found. */
export async function deleteEnrollmentRow(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  const { enrollments } = tx.tables
  await tx.db
    .delete(enrollments)
    .where(and(eq(enrollments.workspace_id, enrollment.workspace_id), eq(enrollments.id, enrollment.id)))
  await passLatest(tx, enrollment)
  await count(tx, enrollment, -1)
  await addMove(tx, enrollment.workspace_id, 'enrollments')
  await insertTombstone(tx, 'enrollments', { ...enrollment, deleted_at: tx.stamp })
}

function count(tx: Tx, { workspace_id, guide_id, status }: EnrollmentRow, change: number): Promise<void> {
  return addToCount(tx, workspace_id, 'enrollments', change, { guide_id, status })
}

/** Ids of the completed steps, in order of completion. */
export async function completedStepIds(reader: Reader, workspace_id: string, enrollment_id: string): Promise<string[]> {
  return (await completedSteps(reader, workspace_id, enrollment_id)).map((row) => row.step_id)
}

/** The completed steps with who completed them, in order of completion. */
export function completedSteps(reader: Reader, workspace_id: string, enrollment_id: string) {
  return preparedRows(
    reader,
    'enrollments.completed_steps',
    ({ tables: { step_completions: completions } }) => ({
      step_id: completions.step_id,
      completed_by: completions.completed_by,
      completed_at: completions.completed_at,
    }),
    ({ db, tables: { step_completions: completions } }, columns) =>
      db
        .select(columns)
        .from(completions)
        .where(
          and(
            eq(completions.workspace_id, sql.placeholder('workspace_id')),
            eq(completions.enrollment_id, sql.placeholder('enrollment_id')),
          ),
        )
        .orderBy(asc(completions.completed_at), asc(completions.step_id)),
    { workspace_id, enrollment_id },
  )
}

/** Ids of the completed steps by enrollment, for up to a page. */
export async function completedStepsOf(
  { db, tables: { step_completions: completions } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (enrollment_ids.length === 0) return new Map()
  const { enrollment_id, step_id } = completions
  const rows = await db
    .select({ enrollment_id, step_id })
    .from(completions)
    .where(and(eq(completions.workspace_id, workspace_id), inArray(enrollment_id, [...enrollment_ids])))
  const grouped = Map.groupBy(rows, (row) => row.enrollment_id)
  return new Map([...grouped].map(([id, some]) => [id, new Set(some.map((row) => row.step_id))]))
}

/** The same of several enrollments, for up to a page. */
export async function completionsOfAll(
  { db, tables: { step_completions: completions } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
) {
  const { enrollment_id, step_id, completed_by, completed_at } = completions
  const rows = await db
    .select({ enrollment_id, step_id, completed_by, completed_at })
    .from(completions)
    .where(and(eq(completions.workspace_id, workspace_id), inArray(enrollment_id, [...enrollment_ids])))
  return Map.groupBy(rows, (row) => row.enrollment_id)
}

/** @returns whether the step was not completed before */
export async function insertCompletion(
  tx: Tx,
  completion: Tables['step_completions']['$inferInsert'],
): Promise<boolean> {
  const inserted = await preparedChange(
    tx,
    'step_completions.insert',
    ({ db, tables: { step_completions: t } }) =>
      db
        .insert(t)
        .values({
          workspace_id: sql.placeholder('workspace_id'),
          enrollment_id: sql.placeholder('enrollment_id'),
          step_id: sql.placeholder('step_id'),
          completed_at: sql.placeholder('completed_at'),
          completed_by: sql.placeholder('completed_by'),
        })
        .onConflictDoNothing(),
    { completed_by: null, ...completion },
  )
  return inserted > 0
}

/** Reopens a completed step. */
export async function deleteCompletion(
  tx: Tx,
  { workspace_id, id, step_id }: { workspace_id: string; id: string; step_id: string },
): Promise<void> {
  const { step_completions: completions } = tx.tables
  await tx.db
    .delete(completions)
    .where(
      and(
        eq(completions.workspace_id, workspace_id),
        eq(completions.enrollment_id, id),
        eq(completions.step_id, step_id),
      ),
    )
}

/** Open enrollments of all workspaces that are past their expiry. */
export async function overdueEnrollments(reader: Reader, now: string, limit: number) {
  const { enrollments } = reader.tables
  return reader.db
    .select({ workspace_id: enrollments.workspace_id, id: enrollments.id })
    .from(enrollments)
    .where(and(inArray(enrollments.status, ['invited', 'in_progress']), lte(enrollments.expires_at, now)))
    .orderBy(asc(enrollments.expires_at))
    .limit(limit)
}

/** The customer effort scores and comments of enrollments. */
export async function scoresOf({ db, tables: { enrollments: t } }: Reader, workspace_id: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: t.id, ces_score: t.ces_score, ces_comment: t.ces_comment })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, ids)))
}
