import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { emitEvents } from '../webhooks/events/emit.ts'
import { eventDataOfAll } from './events/many.ts'
import { manuallyAssigned, releaseSteps } from './plan/release-steps.ts'

/** The owner of the enrollments to move. */
type Moved = { contact_id: string } | { organisation_id: string }

/** Moves the enrollments of a contact to its new organisation, or out of a deleted one. */
export function moveEnrollments(tx: Tx, context: Context, moved: Moved, organisation_id: string | null): Promise<void> {
  const { enrollments } = tx.tables
  const whose =
    'contact_id' in moved
      ? eq(enrollments.contact_id, moved.contact_id)
      : eq(enrollments.organisation_id, moved.organisation_id)
  return changeAll(tx, context, whose, { organisation_id })
}

/**
 * Locks the enrollments of which a member is the assignee, or that of a step. An enrollment is locked before the member to whom it is
 * assigned: so it is here too, or of the two requests each could wait for the other.
 */
export async function lockAssigned(tx: Tx, member: { workspace_id: string; assignee_id: string }): Promise<void> {
  const { enrollments: t } = tx.tables
  const { workspace_id, assignee_id } = member
  // One after the other, because each has an index.
  for (const isAssigned of [eq(t.assignee_id, assignee_id), inArray(t.id, manuallyAssigned(tx, member))]) {
    const assigned = tx.db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.workspace_id, workspace_id), isAssigned))
      .orderBy(asc(t.id))
    await tx.connection.dialect.locking(assigned, 'change')
  }
}

/** Removes a former member as the assignee of enrollments and of their steps. */
export async function releaseEnrollments(tx: Tx, context: Context, assignee_id: string): Promise<void> {
  await changeAll(tx, context, eq(tx.tables.enrollments.assignee_id, assignee_id), { assignee_id: null })
  await releaseSteps(tx, { workspace_id: context.caller.workspace_id, assignee_id })
}

type Changes = { organisation_id: string | null } | { assignee_id: null }

async function changeAll(tx: Tx, context: Context, which: SQL, changes: Changes): Promise<void> {
  const { workspace_id } = context.caller
  const { enrollments } = tx.tables
  const rows = await tx.db
    .update(enrollments)
    .set({ ...changes, updated_at: tx.stamp })
    .where(and(eq(enrollments.workspace_id, workspace_id), which))
    .returning()
  const data = await eventDataOfAll(tx, workspace_id, rows)
  await emitEvents(tx, { workspace_id, type: 'enrollment.updated', at: tx.stamp }, data)
}
