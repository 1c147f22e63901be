import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { addToCount, countOf } from '../records/counters.ts'
import type { ListSource } from '../records/lists.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import { placeholders } from '../storage/placeholders.ts'
import type { Tables } from '../storage/tables/tables.ts'

type EnrollmentsTable = Tables['enrollments']
export type EnrollmentRow = EnrollmentsTable['$inferSelect']

function enrollmentColumns(t: EnrollmentsTable) {
  return {
    id: t.id,
    contact_id: t.contact_id,
    guide_id: t.guide_id,
    organisation_id: t.organisation_id,
    status: t.status,
    progress_percentage: t.progress_percentage,
    access_token: t.access_token,
    started_at: t.started_at,
    completed_at: t.completed_at,
    expires_at: t.expires_at,
    metadata: t.metadata,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export const enrollmentList = {
  name: 'enrollments',
  table: (tables) => tables.enrollments,
  columns: enrollmentColumns,
  filters: {
    contact_id: (t) => eq(t.contact_id, sql.placeholder('contact_id')),
    guide_id: (t) => eq(t.guide_id, sql.placeholder('guide_id')),
    organisation_id: (t) => eq(t.organisation_id, sql.placeholder('organisation_id')),
    status: (t) => eq(t.status, sql.placeholder('status')),
  },
  // Counted by guide and status; those of one contact or organisation are few enough for their index.
  total: (reader, workspace_id, { contact_id, organisation_id, guide_id, status }) =>
    contact_id === undefined && organisation_id === undefined
      ? countOf(reader, workspace_id, 'enrollments', {
          guide_id: guide_id as string | undefined,
          status: status as string | undefined,
        })
      : undefined,
} satisfies ListSource<EnrollmentsTable, ReturnType<typeof enrollmentColumns>>

export async function findEnrollment(
  reader: Reader,
  workspace_id: string,
  id: string,
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await prepared(
    reader,
    'enrollments.find',
    ({ db, tables: { enrollments } }) =>
      db
        .select()
        .from(enrollments)
        .where(
          and(eq(enrollments.workspace_id, sql.placeholder('workspace_id')), eq(enrollments.id, sql.placeholder('id'))),
        ),
    { workspace_id, id },
  )
  return enrollment
}

const INSERTED = [
  'workspace_id',
  'id',
  'contact_id',
  'guide_id',
  'guide_version_id',
  'organisation_id',
  'status',
  'progress_percentage',
  'access_token',
  'started_at',
  'completed_at',
  'expires_at',
  'ces_score',
  'ces_comment',
  'metadata',
  'created_at',
  'updated_at',
] as const

/** @throws a unique violation of `enrollments.guide_id` when the contact has a live enrollment in the guide */
export async function insertEnrollment(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  await prepared(
    tx,
    'enrollments.insert',
    ({ db, tables: { enrollments } }) => db.insert(enrollments).values(placeholders(enrollments, INSERTED)),
    { ...enrollment },
  )
  await count(tx, enrollment, 1)
}

/** Writes what may change, and keeps the counts by status. */
export async function updateEnrollmentRow(tx: Tx, before: EnrollmentRow, after: EnrollmentRow): Promise<void> {
  await prepared(
    tx,
    'enrollments.update',
    ({ db, tables: { enrollments } }) =>
      db
        .update(enrollments)
        .set(
          placeholders(enrollments, [
            'status',
            'progress_percentage',
            'started_at',
            'completed_at',
            'expires_at',
            'metadata',
            'updated_at',
          ]),
        )
        .where(
          and(eq(enrollments.workspace_id, sql.placeholder('workspace_id')), eq(enrollments.id, sql.placeholder('id'))),
        ),
    { ...after },
  )
  if (before.status === after.status) return
  await count(tx, before, -1)
  await count(tx, after, 1)
}

export async function deleteEnrollmentRow(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  const { enrollments } = tx.tables
  await tx.db
    .delete(enrollments)
    .where(and(eq(enrollments.workspace_id, enrollment.workspace_id), eq(enrollments.id, enrollment.id)))
  await count(tx, enrollment, -1)
}

function count(tx: Tx, { workspace_id, guide_id, status }: EnrollmentRow, change: number): Promise<void> {
  return addToCount(tx, workspace_id, 'enrollments', change, { guide_id, status })
}

/** The enrollments of a contact follow it into another organisation. */
export async function moveEnrollments(
  tx: Tx,
  workspace_id: string,
  { contact_id, organisation_id }: { contact_id: string; organisation_id: string | null },
): Promise<void> {
  const { enrollments } = tx.tables
  await tx.db
    .update(enrollments)
    .set({ organisation_id })
    .where(and(eq(enrollments.workspace_id, workspace_id), eq(enrollments.contact_id, contact_id)))
}

/** Ids of the steps that were done, in the order of doing. */
export async function completedStepIds(reader: Reader, workspace_id: string, enrollment_id: string): Promise<string[]> {
  const rows = await prepared(
    reader,
    'enrollments.completed_steps',
    ({ db, tables: { step_completions: completions } }) =>
      db
        .select({ step_id: completions.step_id })
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
  return rows.map((row) => row.step_id)
}

/** @returns whether the step was not done before */
export async function insertCompletion(
  tx: Tx,
  completion: { workspace_id: string; enrollment_id: string; step_id: string; completed_at: string },
): Promise<boolean> {
  const { step_completions: completions } = tx.tables
  const inserted = await tx.db
    .insert(completions)
    .values(completion)
    .onConflictDoNothing()
    .returning({ step_id: completions.step_id })
  return inserted.length > 0
}

/** Open enrollments of all workspaces that are past their time. */
export async function overdueEnrollments(reader: Reader, now: string, limit: number) {
  const { enrollments } = reader.tables
  return reader.db
    .select({ workspace_id: enrollments.workspace_id, id: enrollments.id })
    .from(enrollments)
    .where(and(inArray(enrollments.status, ['invited', 'in_progress']), lte(enrollments.expires_at, now)))
    .orderBy(asc(enrollments.expires_at))
    .limit(limit)
}
