import { and, asc, eq, getTableColumns, inArray, lt, or, sql } from 'drizzle-orm'
import type { EnrollmentRow } from '../enrollments/store.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow, type RecordKey } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { DAY_MS, HOUR_MS, later } from '../times.ts'
import { GuideMove } from './move.ts'

type MovesTable = Tables['guide_moves']
export type MoveRow = MovesTable['$inferSelect']

const moveColumns = (table: MovesTable) => columnsOf(table, GuideMove)

export const moveList = {
  name: 'guide_moves',
  table: (tables) => tables.guide_moves,
  columns: moveColumns,
  filters: { guide_id: (t) => eq(t.guide_id, sql.placeholder('guide_id')) },
} satisfies ListSource<MovesTable, ReturnType<typeof moveColumns>>

export function insertMove(tx: Tx, row: MoveRow): Promise<void> {
  return insertRow(tx, 'guide_moves', row)
}

/** The whole row. @param lock held until the transaction ends */
export function findMove(reader: Reader, key: RecordKey, lock?: RowLock): Promise<MoveRow | undefined> {
  return findRow(reader, 'guide_moves', getTableColumns, key, { name: 'whole', lock })
}

export async function changeMove(
  { db, stamp, tables: { guide_moves: t } }: Tx,
  { workspace_id, id }: RecordKey,
  changes: Partial<Omit<MoveRow, keyof RecordKey>>,
): Promise<void> {
  await db
    .update(t)
    .set({ ...changes, updated_at: stamp })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
}

/** Whether enrollments of a guide are being moved. */
export async function isRunning(reader: Reader, workspace_id: string, guide_id: string): Promise<boolean> {
  const { guide_moves: t } = reader.tables
  const rows = await reader.db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), eq(t.status, 'running')))
    .limit(1)
  return rows.length > 0
}

const DRY_RUN_MS = HOUR_MS
const DONE_MS = 30 * DAY_MS

/** Deletes dry runs of a guide after an hour, and other moves after 30 days. */
export async function forgetOldMoves(tx: Tx, workspace_id: string, guide_id: string): Promise<void> {
  const { guide_moves: t } = tx.tables
  const isOld = or(
    and(eq(t.status, 'checked'), lt(t.updated_at, later(tx.time, -DRY_RUN_MS))),
    and(inArray(t.status, ['done', 'failed']), lt(t.updated_at, later(tx.time, -DONE_MS))),
  )
  await tx.db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), isOld))
}

/** The next enrollments of a guide in any status, which an index reads quickly. */
export async function nextEnrollments(
  { db, tables: { enrollments: t } }: Reader,
  {
    workspace_id,
    guide_id,
    after_time,
    after_id,
  }: Pick<MoveRow, 'workspace_id' | 'guide_id' | 'after_time' | 'after_id'>,
  limit: number,
): Promise<EnrollmentRow[]> {
  const isBehind = after_time === null ? undefined : sql`(${t.created_at}, ${t.id}) > (${after_time}, ${after_id})`
  return db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), isBehind))
    .orderBy(asc(t.created_at), asc(t.id))
    .limit(limit)
}

/** The answers, files and drafts of steps, by enrollment. */
export interface StepRecords {
  done: string[]
  answers: string[]
  files: string[]
}

/** The steps with stored data of enrollments; one entry for each file. */
export async function leftAtSteps(
  { db, tables }: Reader,
  workspace_id: string,
  enrollments: readonly string[],
): Promise<(enrollment_id: string) => StepRecords> {
  const of = (name: 'step_completions' | 'form_submissions' | 'files') => {
    const t = tables[name]
    return db
      .select({ enrollment_id: t.enrollment_id, step_id: t.step_id })
      .from(t)
      .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollments])))
  }
  const [done, answers, files] = [
    byEnrollment(await of('step_completions')),
    byEnrollment(await of('form_submissions')),
    byEnrollment(await of('files')),
  ]
  return (id) => ({ done: done.get(id) ?? [], answers: answers.get(id) ?? [], files: files.get(id) ?? [] })
}

function byEnrollment(rows: readonly { enrollment_id: string; step_id: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { enrollment_id, step_id } of rows)
    found.set(enrollment_id, [...(found.get(enrollment_id) ?? []), step_id])
  return found
}
