import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { shapeOf } from '../../operation/shape.ts'
import type { Tx } from '../../storage/database.ts'
import { recordEnrollmentEvent } from '../events/emit.ts'
import { changeEnrollment } from '../plan/replan.ts'
import type { EnrollmentRow } from '../store.ts'
import { ToldParticipant } from './participant.ts'
import type { NamedParticipant } from './store.ts'

/** Records that the role of a participant changed, for those who keep a copy of the enrollment. */
export async function recordRoleChange(tx: Tx, context: Context, enrollment: EnrollmentRow): Promise<void> {
  const after = await changeEnrollment(tx, enrollment, { ...enrollment, updated_at: tx.stamp })
  await recordEnrollmentEvent(tx, context, 'enrollment.updated', after, tx.stamp)
}

/** Emits an event about a participant, and adds it to the audit log. */
export async function recordParticipantEvent(
  tx: Tx,
  context: Context,
  type: 'participant.added' | 'participant.removed',
  enrollment: EnrollmentRow,
  participant: NamedParticipant,
): Promise<void> {
  const told = shapeOf(ToldParticipant)(participant)
  await recordEnrollmentEvent(tx, context, type, enrollment, tx.stamp, { participant: told })
  // By id, because the audit log is kept when a contact is erased.
  const details = { contact: participant.contact_id }
  await recordAudit(tx, context, { action: type, subject_id: enrollment.id, details })
}
