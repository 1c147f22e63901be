import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'
import { findEnrollment } from '../store.ts'
import { replan } from './replan.ts'

interface Assignee {
  workspace_id: string
  assignee_id: string
}

/** The condition matches an index. */
function isOpenStepOf({ tables: { enrollment_steps: t } }: Tx, { workspace_id, assignee_id }: Assignee) {
  return and(eq(t.workspace_id, workspace_id), eq(t.assignee_id, assignee_id), sql`${t.is_open} and ${t.is_team}`)
}

/** The enrollments with an open step that was assigned to a member by hand. */
export function manuallyAssigned(tx: Tx, assignee: Assignee) {
  const { enrollment_steps: t } = tx.tables
  return tx.db
    .select({ id: t.enrollment_id })
    .from(t)
    .where(and(isOpenStepOf(tx, assignee), eq(t.assignee_is_manual, true)))
    .groupBy(t.enrollment_id)
    .orderBy(asc(t.enrollment_id))
}

/**
 * Gives the open steps of a former member to the assignees of their enrollments; those set by hand to whom the guide names. Others are
 * worked out again when they open.
 */
export async function releaseSteps(tx: Tx, { workspace_id, assignee_id }: Assignee): Promise<void> {
  const { enrollment_steps: t, enrollments: e } = tx.tables
  const isOwn = isOpenStepOf(tx, { workspace_id, assignee_id })
  const manual = await manuallyAssigned(tx, { workspace_id, assignee_id })
  for (const { id } of manual) {
    const enrollment = await findEnrollment(tx, workspace_id, id, 'change')
    if (enrollment) await replan(tx, enrollment)
  }
  const ofEnrollment = tx.db
    .select({ assignee_id: e.assignee_id })
    .from(e)
    .where(and(eq(e.workspace_id, t.workspace_id), eq(e.id, t.enrollment_id)))
  await tx.db
    .update(t)
    .set({ assignee_id: sql`(${ofEnrollment})`, updated_at: tx.stamp })
    .where(and(isOwn, eq(t.assignee_is_manual, false)))
}
