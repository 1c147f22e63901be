import { and, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../../storage/database.ts'
import { rowsOfEnrollment, type Whose } from '../rows-of-enrollment.ts'
import type { Planned, StepRow } from './rows.ts'

/** The planned steps of an enrollment. */
export function plannedStepsOf(reader: Reader, whose: Whose): Promise<StepRow[]> | StepRow[] {
  return rowsOfEnrollment(reader, 'enrollment_steps', getTableColumns, whose)
}

/** The same of several enrollments, for up to a page. */
export async function plannedStepsOfAll(
  { db, tables: { enrollment_steps: t } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<Map<string, StepRow[]>> {
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollment_ids])))
  return Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
}

const ROWS_AT_ONCE = 500

/** Inserts planned steps, or overwrites them. */
export async function putPlannedSteps(tx: Tx, whose: Whose, planned: readonly Planned[]): Promise<void> {
  const { enrollment_steps: t } = tx.tables
  const stamps = { created_at: tx.stamp, updated_at: tx.stamp }
  for (let at = 0; at < planned.length; at += ROWS_AT_ONCE)
    await tx.db
      .insert(t)
      .values(planned.slice(at, at + ROWS_AT_ONCE).map((row) => ({ ...whose, ...row, ...stamps })))
      .onConflictDoUpdate({ target: [t.workspace_id, t.enrollment_id, t.step_id], set: given(tx) })
}

/** The columns of a row that replaces another one. */
function given({ tables }: Tx) {
  const {
    workspace_id: _,
    enrollment_id: _1,
    step_id: _2,
    created_at: _3,
    ...columns
  } = getTableColumns(tables.enrollment_steps)
  const all: Record<string, PgColumn> = columns
  return Object.fromEntries(Object.entries(all).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]))
}

export async function deletePlannedSteps(
  tx: Tx,
  { workspace_id, enrollment_id }: Whose,
  step_ids: readonly string[],
): Promise<void> {
  if (step_ids.length === 0) return
  const { enrollment_steps: t } = tx.tables
  await tx.db
    .delete(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), inArray(t.step_id, [...step_ids])))
}

/** Takes back that a step was skipped, if it was. */
export async function forgetSkip(
  tx: Tx,
  { workspace_id, enrollment_id, step_id }: Whose & { step_id: string },
): Promise<void> {
  const { enrollment_steps: t } = tx.tables
  await tx.db
    .update(t)
    .set({ skipped_at: null, skipped_by: null })
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id),
        eq(t.step_id, step_id),
        isNotNull(t.skipped_at),
      ),
    )
}
