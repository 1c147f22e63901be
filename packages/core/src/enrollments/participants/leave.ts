import { and, asc, eq, gt } from 'drizzle-orm'
import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { findEnrollment } from '../store.ts'
import { promote, successorOf } from './promote.ts'
import { removeParticipant } from './remove.ts'
import { findParticipant, participantsOf, participationsOf } from './store.ts'

/**
 * Takes a contact that is being deleted out of enrollments. Where the contact takes part, it is removed; where it is the primary
 * contact, the longest participant succeeds. Without a successor, the enrollment stays that of the deleted contact, and nobody
 * takes part any more.
 */
export async function leaveEnrollments(tx: Tx, context: Context, contact: Contact): Promise<void> {
  const { workspace_id } = context.caller
  const { id: contact_id, first_name, last_name, email } = contact
  for (const participation of await participationsOf(tx, { workspace_id, contact_id })) {
    const enrollment = await findEnrollment(tx, workspace_id, participation.enrollment_id, 'change')
    const current = await findParticipant(tx, participation)
    if (enrollment && current?.removed_at === null)
      await removeParticipant(tx, context, enrollment, { ...current, first_name, last_name, email })
  }
  for (const id of await sharedEnrollments(tx, { workspace_id, contact_id }))
    await handOver(tx, context, contact_id, id)
}

/** The enrollments of a primary contact with participants. */
async function sharedEnrollments(tx: Tx, { workspace_id, contact_id }: { workspace_id: string; contact_id: string }) {
  const { enrollments: t } = tx.tables
  const found = await tx.db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id), gt(t.participants_count, 0)))
    .orderBy(asc(t.id))
  return found.map(({ id }) => id)
}

async function handOver(tx: Tx, context: Context, contact_id: string, id: string): Promise<void> {
  const { workspace_id } = context.caller
  // Contacts are locked before enrollments.
  for (const participant of await participantsOf(tx, { workspace_id, enrollment_id: id }))
    await findContact(tx, workspace_id, participant.contact_id, 'change')
  let enrollment = await findEnrollment(tx, workspace_id, id, 'change')
  if (enrollment?.contact_id !== contact_id) return
  const successor = await successorOf(tx, enrollment)
  if (successor) {
    await promote(tx, context, enrollment, { participant: successor, deleted_at: tx.stamp })
    return
  }
  for (const participant of await participantsOf(tx, { workspace_id, enrollment_id: id }))
    enrollment = await removeParticipant(tx, context, enrollment, participant)
}
