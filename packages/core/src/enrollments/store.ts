import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import { contactFilters, fewOfContacts } from '../contacts/search/of-contacts.ts'
import { searchValues } from '../contacts/search/orders.ts'
import { findContactEvenDeleted } from '../contacts/store.ts'
import { byIndexedMetadata, indexedMetadata } from '../metadata-keys/indexed-filter.ts'
import { addToCount, countOf } from '../records/counters.ts'
import { COUNTS_TO, SCAN_LIMIT } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { metadataMatches } from '../records/metadata-filter/metadata-filter.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../records/rows.ts'
import { insertTombstone } from '../records/tombstones.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { byGuide, byStatus } from './by-group.ts'
import { ListedEnrollment } from './enrollment.ts'
import { becomesLatest, passLatest } from './latest.ts'
import { stallDaysOf } from './stall-days.ts'

type EnrollmentsTable = Tables['enrollments']
export type EnrollmentRow = EnrollmentsTable['$inferSelect']

/** The row in lists: without the link, which requires the token, the names, and computed fields. */
const Stored = ListedEnrollment.omit({
  access_token: true,
  url: true,
  contact_name: true,
  guide_title: true,
  stalled: true,
  email_problem: true,
})
const enrollmentColumns = (table: EnrollmentsTable) => {
  const { token_hash, sealed_token } = table
  return { ...columnsOf(table, Stored), token_hash, sealed_token }
}

// With its type named: declarations that show it would have all columns for each filter.
export const enrollmentList: ListSource<EnrollmentsTable, ReturnType<typeof enrollmentColumns>> = {
  name: 'enrollments',
  deletions: 'enrollments',
  table: (tables) => tables.enrollments,
  columns: enrollmentColumns,
  filters: {
    contact_id: (t) => eq(t.contact_id, sql.placeholder('contact_id')),
    guide_id: (t) => eq(t.guide_id, sql.placeholder('guide_id')),
    organisation_id: (t) => eq(t.organisation_id, sql.placeholder('organisation_id')),
    assignee_id: (t) => eq(t.assignee_id, sql.placeholder('assignee_id')),
    status: (t) => eq(t.status, sql.placeholder('status')),
    stalled_since: (t) =>
      sql`${t.status} = 'in_progress' and ${t.last_activity_at} <= ${sql.placeholder('stalled_since')}`,
    metadata: metadataMatches,
    ...contactFilters,
    // By the days set in each guide.
    stalled_at: (t, dialect) =>
      sql`${t.status} = 'in_progress' and ${t.last_activity_at} <= ${dialect.daysBefore(sql.placeholder('stalled_at'), stallDaysOf(t, dialect))}`,
  },
  // Stalled enrollments are in progress, which has an index.
  values: ({ status, ...others }, dialect) => ({
    ...searchValues(others, dialect),
    status: others.stalled_since === undefined && others.stalled_at === undefined ? status : (status ?? 'in_progress'),
  }),
  indexed: indexedMetadata('enrollments'),
  orders: { contact_name: (t) => t.contact_sort_name, progress_percentage: (t) => t.progress_percentage },
  groups: { guide_title: byGuide, status: byStatus },
  countsTo: COUNTS_TO,
  goesOn: true,
  looks: {
    at: SCAN_LIMIT,
    whole: ['metadata'],
    within: [['contact_id'], ['organisation_id'], ['assignee_id'], ['guide_id', 'status'], ['guide_id'], ['status']],
    changes: true,
    few: [...fewOfContacts, byIndexedMetadata('enrollments'), { filters: ['stalled_since'] }],
  },
  // Counted by guide and status; the enrollments of one contact, organisation or member are few enough for their index.
  total: (reader, workspace_id, { guide_id, status, ...others }) =>
    Object.values(others).every((filter) => filter === undefined)
      ? countOf(reader, workspace_id, 'enrollments', {
          guide_id: guide_id as string | undefined,
          status: status as string | undefined,
        })
      : undefined,
}

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
  'metadata',
  'updated_at',
] as const

/** Writes the columns that can change, and keeps the counts by status. */
export async function updateEnrollmentRow(tx: Tx, before: EnrollmentRow, after: EnrollmentRow): Promise<void> {
  await updateRow(tx, 'enrollments', UPDATED, after)
  if (before.status === after.status) return
  await count(tx, before, -1)
  await count(tx, after, 1)
}

/** Deletes an enrollment that `lockToDelete` has found. */
export async function deleteEnrollmentRow(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  const { enrollments } = tx.tables
  await tx.db
    .delete(enrollments)
    .where(and(eq(enrollments.workspace_id, enrollment.workspace_id), eq(enrollments.id, enrollment.id)))
  await passLatest(tx, enrollment)
  await count(tx, enrollment, -1)
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

/** @returns whether the step was not completed before */
export async function insertCompletion(
  tx: Tx,
  completion: Tables['step_completions']['$inferInsert'],
): Promise<boolean> {
  const { step_completions: completions } = tx.tables
  const inserted = await tx.db
    .insert(completions)
    .values(completion)
    .onConflictDoNothing()
    .returning({ step_id: completions.step_id })
  return inserted.length > 0
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
