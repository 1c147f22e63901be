import { eq } from 'drizzle-orm'
import type { Contact } from '../../contacts/contact.ts'
import { deletionTime } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { changeEnrollment } from '../plan/replan.ts'
import { findEnrollment } from '../store.ts'
import { recordParticipantEvent } from './events.ts'
import { MAX_PARTICIPANTS } from './participant.ts'
import { promote, successorOf } from './promote.ts'
import { changeParticipant, participantsOf, participationsOf } from './store.ts'

/**
 * Lets a restored contact take part again where its deletion ended that. A former primary contact returns as a participant, and as
 * the primary contact where the present one is deleted.
 * @param deleted_at when the contact was deleted
 */
export async function rejoinEnrollments(
  tx: Tx,
  context: Context,
  { contact, deleted_at }: { contact: Contact; deleted_at: string },
): Promise<void> {
  const { workspace_id } = context.caller
  const { id: contact_id, first_name, last_name, email } = contact
  const { participants: t } = tx.tables
  for (const row of await participationsOf(tx, { workspace_id, contact_id }, eq(t.removed_at, deleted_at))) {
    const { enrollment_id } = row
    const enrollment = await findEnrollment(tx, workspace_id, enrollment_id, 'change')
    if (!enrollment || enrollment.participants_count >= MAX_PARTICIPANTS || enrollment.contact_id === contact_id)
      continue
    const others = await participantsOf(tx, { workspace_id, enrollment_id })
    if (others.some((other) => other.contact_id === contact_id)) continue
    const changes = { removed_at: null, updated_at: tx.stamp }
    await changeParticipant(tx, row, changes)
    const joined = { ...enrollment, participants_count: enrollment.participants_count + 1, updated_at: tx.stamp }
    const after = await changeEnrollment(tx, enrollment, joined)
    const participant = { ...row, ...changes, first_name, last_name, email }
    await recordParticipantEvent(tx, context, 'participant.added', after, participant)
    const absent = await deletionTime(tx, workspace_id, enrollment.contact_id)
    const successor = absent === null ? undefined : await successorOf(tx, after)
    if (absent !== null && successor) await promote(tx, context, after, { participant: successor, deleted_at: absent })
  }
}
