import { and, eq } from 'drizzle-orm'
import { shapeOf } from '../operation/shape.ts'
import type { Tx } from '../storage/database.ts'
import { emitEvents } from '../webhooks/events/emit.ts'
import { Contact } from './contact.ts'

/** Removes all contacts from an organisation that is about to be deleted, including deleted contacts, which still refer to it. */
export async function leaveOrganisation(tx: Tx, workspace_id: string, organisation_id: string): Promise<void> {
  const { contacts } = tx.tables
  const at = tx.stamp
  const left = await tx.db
    .update(contacts)
    .set({ organisation_id: null, updated_at: at })
    .where(and(eq(contacts.workspace_id, workspace_id), eq(contacts.organisation_id, organisation_id)))
    .returning()
  const live = left.filter(({ deleted_at }) => deleted_at === null)
  await emitEvents(tx, { workspace_id, type: 'contact.updated', at }, live.map(shapeOf(Contact)))
}
