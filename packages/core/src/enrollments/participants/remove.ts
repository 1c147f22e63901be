import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { changeEnrollment } from '../plan/replan.ts'
import type { EnrollmentRow } from '../store.ts'
import { recordParticipantEvent } from './events.ts'
import { forgetPassedSteps } from './passed-steps.ts'
import { changeParticipant, type NamedParticipant, NO_ROLE } from './store.ts'

/**
 * Removes a participant from a locked enrollment. The row stays, so that the link says that it was removed, and what was done
 * keeps a name. @returns the enrollment after it
 */
export async function removeParticipant(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  participant: NamedParticipant,
): Promise<EnrollmentRow> {
  const at = tx.stamp
  const { workspace_id, id } = participant
  await changeParticipant(tx, participant, { ...NO_ROLE, removed_at: at, updated_at: at })
  await forgetPassedSteps(tx, { workspace_id, enrollment_id: enrollment.id }, id)
  await deleteDrafts(tx, participant)
  const left = { ...enrollment, participants_count: enrollment.participants_count - 1, updated_at: at }
  const after = await changeEnrollment(tx, enrollment, left)
  await recordParticipantEvent(tx, context, 'participant.removed', after, { ...participant, updated_at: at })
  return after
}

async function deleteDrafts(tx: Tx, { workspace_id, enrollment_id, id }: NamedParticipant): Promise<void> {
  const { participant_drafts: t } = tx.tables
  await tx.db
    .delete(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.participant_id, id)))
}
