import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { recordAll } from '../webhooks/events/record.ts'
import { eventDataOf } from './events.ts'

/** Whose enrollments are moved. */
type Moved = { contact_id: string } | { organisation_id: string }

/** The enrollments of a contact follow it into another organisation, and out of one that goes. */
export async function moveEnrollments(
  tx: Tx,
  context: Context,
  moved: Moved,
  organisation_id: string | null,
): Promise<void> {
  const { workspace_id } = context.caller
  const { enrollments } = tx.tables
  const whose =
    'contact_id' in moved
      ? eq(enrollments.contact_id, moved.contact_id)
      : eq(enrollments.organisation_id, moved.organisation_id)
  const rows = await tx.db
    .update(enrollments)
    .set({ organisation_id, updated_at: tx.stamp })
    .where(and(eq(enrollments.workspace_id, workspace_id), whose))
    .returning()
  const data: unknown[] = []
  for (const row of rows) data.push(await eventDataOf(tx, context, row))
  await recordAll(tx, { workspace_id, type: 'enrollment.updated', at: tx.stamp }, data)
}
