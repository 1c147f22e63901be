import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../../records/rows.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { rowsOfEnrollment, type Whose } from '../rows-of-enrollment.ts'
import { StoredSubmission } from './submission.ts'

type SubmissionsTable = Tables['submissions']
export type SubmissionRow = SubmissionsTable['$inferSelect']

const submissionColumns = (table: SubmissionsTable) => columnsOf(table, StoredSubmission)

/** The submissions of an enrollment, newest first. */
export const submissionList = {
  name: 'submissions',
  table: (tables) => tables.submissions,
  columns: submissionColumns,
  filters: {
    enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')),
    step_id: (t) => eq(t.step_id, sql.placeholder('step_id')),
  },
} satisfies ListSource<SubmissionsTable, ReturnType<typeof submissionColumns>>

/** A submission of an enrollment. */
export async function findSubmission(
  reader: Reader,
  { workspace_id, enrollment_id, id }: Whose & { id: string },
): Promise<SubmissionRow | undefined> {
  const row = await findRow(reader, 'submissions', getTableColumns, { workspace_id, id })
  return row?.enrollment_id === enrollment_id ? row : undefined
}

/** The latest submission of each step of an enrollment, by step. */
export async function latestSubmissions(reader: Reader, whose: Whose): Promise<Map<string, SubmissionRow>> {
  const rows = await rowsOfEnrollment(reader, 'submissions', getTableColumns, whose)
  // A later round replaces an earlier one.
  return new Map(rows.toSorted((a, b) => a.round - b.round).map((row) => [row.step_id, row]))
}

/** The submissions of a step, the latest round first. */
export function submissionsOfStep(
  { db, tables: { submissions: t } }: Reader,
  { workspace_id, enrollment_id, step_id }: Whose & { step_id: string },
): Promise<SubmissionRow[]> {
  return db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.step_id, step_id)))
    .orderBy(desc(t.round))
}

/** Who reviews the steps that wait for it, by enrollment and step, for up to a page. */
export async function reviewersOf(
  { db, tables: { submissions: t } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<Map<string, Map<string, { reviewer_id: string | null }>>> {
  if (enrollment_ids.length === 0) return new Map()
  const rows = await db
    .select({ enrollment_id: t.enrollment_id, step_id: t.step_id, reviewer_id: t.reviewer_id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollment_ids]), eq(t.is_waiting, true)))
  const grouped = Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
  return new Map([...grouped].map(([id, some]) => [id, new Map(some.map((row) => [row.step_id, row]))]))
}

export function insertSubmission(tx: Tx, row: SubmissionRow): Promise<void> {
  return insertRow(tx, 'submissions', row)
}

/** What changes when it is sent again, when a member decides, and when it waits for another member. */
const CHANGED = [
  'revision',
  'status',
  'answers',
  'files',
  'comment',
  'participant_id',
  'submitted_at',
  'is_waiting',
  'reviewer_id',
  'decided_at',
  'decided_by',
  'decided_by_name',
  'decided_with',
  'note',
  'notes',
  'updated_at',
] as const

export function updateSubmission(tx: Tx, row: SubmissionRow): Promise<void> {
  return updateRow(tx, 'submissions', CHANGED, row)
}
