import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'
import { findEnrollment } from '../store.ts'
import { replan } from './replan.ts'

/**
 * Gives the open steps of a former member to the assignees of their enrollments; those set by hand to whom the guide names. Others are
 * worked out again when they open.
 */
export async function releaseSteps(
  tx: Tx,
  { workspace_id, assignee_id }: { workspace_id: string; assignee_id: string },
): Promise<void> {
  const { enrollment_steps: t, enrollments: e } = tx.tables
  // The condition matches an index.
  const isOpen = sql`${t.is_open} and ${t.is_team}`
  const isOwn = and(eq(t.workspace_id, workspace_id), eq(t.assignee_id, assignee_id), isOpen)
  const manual = await tx.db
    .select({ id: t.enrollment_id })
    .from(t)
    .where(and(isOwn, eq(t.assignee_is_manual, true)))
    .groupBy(t.enrollment_id)
    .orderBy(asc(t.enrollment_id))
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
