import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { nextIn } from '../../enrollments/next-steps/choose.ts'
import { ownSteps } from '../../enrollments/participants/own-steps.ts'
import { changeParticipant, findParticipant } from '../../enrollments/participants/store.ts'
import { stepFactsOf } from '../../enrollments/plan/step-facts.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { submittedSteps } from '../../enrollments/submissions/checks.ts'
import { existing, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { isTeams } from '../../guides/responsible.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { enrolledOf } from '../templates/enrolled.ts'
import { remindOfStep } from '../templates/step-reminder.ts'
import { requireOpen, requireReminders, takeDay } from './send.ts'

/**
 * Reminds a participant of the next own step, as a member asks for it; in quiet hours, as soon as they end.
 * @throws AppError `not_found`; `validation_error` on `status` if the enrollment is not open, on `participant_id` after opting out, and
 * on `base` if no step is the participant's, or after another reminder, or the daily mail, on the same day
 */
export async function remindParticipantNow(
  tx: Tx,
  context: Context,
  { id, participant_id }: { id: string; participant_id: string },
) {
  const { workspace_id } = context.caller
  const place = { workspace_id, enrollment_id: id, id: participant_id }
  const { contact_id } = existing(await findParticipant(tx, place))
  // Of several enrollments of the contact, one reminds at a time; then the contact before the enrollment, as where it is deleted.
  await tx.connection.dialect.lockRecord(tx.connection, contact_id)
  existing(await findContact(tx, workspace_id, contact_id, 'change'))
  const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
  const participant = existing(await findParticipant(tx, place, 'change'))
  if (participant.removed_at !== null) throw notFound()
  requireOpen(enrollment)
  const enrolled = existing(await enrolledOf(tx, context, enrollment, participant))
  await requireReminders(tx, enrolled, 'participant_id')
  const step = await nextStepOf(tx, enrollment, { participant_id, now: context.now() })
  if (!step) throw validationError({ base: fieldError('wrong_state', 'No open step is for this participant') })
  const { email_id, send_after } = await takeDay(tx, { workspace_id, contact_id })
  await changeParticipant(tx, participant, { reminded_at: tx.time })
  const cause = participant.started_at === null ? ('not_started' as const) : ('stalled' as const)
  return existing(await remindOfStep(tx, context, enrolled, { id: email_id, cause, send_after, step }))
}

/** The open step of a participant that is late for the longest time, due next, or the first one, with its date. */
async function nextStepOf(
  reader: Reader,
  enrollment: EnrollmentRow,
  { participant_id, now }: { participant_id: string; now: string },
) {
  const { workspace_id, id } = enrollment
  const facts = (await stepFactsOf(reader, workspace_id, [enrollment])).get(id)
  if (!facts) return undefined
  const isOwn = await ownSteps(reader, enrollment, participant_id)
  const submitted = await submittedSteps(reader, enrollment, facts.sections, facts.settled)
  const next = nextIn(facts, { now }, (step) => !isTeams(step) && !submitted.has(step.id) && isOwn(step))
  if (!next) return undefined
  const due_on = facts.rows.find(({ step_id }) => step_id === next.step.id)?.due_on ?? null
  return { id: next.step.id, title: next.step.title, due_on }
}
