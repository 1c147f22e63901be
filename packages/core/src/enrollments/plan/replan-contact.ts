import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'
import { findEnrollment } from '../store.ts'
import { replan } from './replan.ts'

/** Plans the enrollments of a contact that was deleted or restored, which is locked: nothing is to be done for a deleted one. */
export async function replanContact(
  tx: Tx,
  { workspace_id, contact_id }: { workspace_id: string; contact_id: string },
): Promise<void> {
  const { enrollments: t } = tx.tables
  const planned = await tx.db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id), eq(t.has_plan, true)))
    .orderBy(asc(t.id))
  for (const { id } of planned) {
    const enrollment = await findEnrollment(tx, workspace_id, id, 'change')
    if (enrollment) await replan(tx, enrollment)
  }
}
