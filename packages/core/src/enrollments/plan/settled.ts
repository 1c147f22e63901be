import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import { completedStepIds, completedStepsOf, type EnrollmentRow } from '../store.ts'
import { plannedStepsOf } from './store.ts'

type Planned = Pick<EnrollmentRow, 'workspace_id' | 'id' | 'has_plan'>

/** Ids of the steps that are done or skipped: progress, and the next step, treat both alike. */
export async function settledStepIds(reader: Reader, enrollment: Planned): Promise<string[]> {
  const { workspace_id, id } = enrollment
  return [...(await completedStepIds(reader, workspace_id, id)), ...(await skippedStepIds(reader, enrollment))]
}

/** Ids of the skipped steps. Costs nothing for an enrollment without a plan. */
export async function skippedStepIds(reader: Reader, { workspace_id, id, has_plan }: Planned): Promise<string[]> {
  if (!has_plan) return []
  const rows = await plannedStepsOf(reader, { workspace_id, enrollment_id: id })
  return rows.filter(({ skipped_at }) => skipped_at !== null).map(({ step_id }) => step_id)
}

/** Ids of the steps that are done or skipped by enrollment, for up to a page. */
export async function settledStepsOf(
  reader: Reader,
  workspace_id: string,
  enrollments: readonly Pick<Planned, 'id' | 'has_plan'>[],
): Promise<Map<string, ReadonlySet<string>>> {
  const settled = new Map(
    await completedStepsOf(
      reader,
      workspace_id,
      enrollments.map(({ id }) => id),
    ),
  )
  const planned = enrollments.filter(({ has_plan }) => has_plan).map(({ id }) => id)
  for (const { enrollment_id, step_id } of await skippedIn(reader, workspace_id, planned))
    settled.set(enrollment_id, new Set([...(settled.get(enrollment_id) ?? []), step_id]))
  return settled
}

/** The skipped steps of enrollments. */
async function skippedIn(
  { db, tables: { enrollment_steps: t } }: Reader,
  workspace_id: string,
  ids: readonly string[],
): Promise<{ enrollment_id: string; step_id: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ enrollment_id: t.enrollment_id, step_id: t.step_id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...ids]), isNotNull(t.skipped_at)))
}
