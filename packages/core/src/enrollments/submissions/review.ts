import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { emailRequestedChanges } from '../../emails/templates/requested-changes.ts'
import { AppError, validationError, wrongState } from '../../errors.ts'
import { type FieldErrors, fieldError } from '../../field-errors.ts'
import type { FormField } from '../../guides/form-field.ts'
import { personOf } from '../../people/members/assignee.ts'
import { quoted } from '../../records/quoted.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { markDealtWith } from '../inbox/store.ts'
import { recordedPerson } from '../participants/person.ts'
import { changeEnrollment } from '../plan/replan.ts'
import { type Followed, finishStep, requireNotExpired, stepOf } from '../steps/finish-step.ts'
import { closeSubmission } from './close.ts'
import type { REVIEW_DECISIONS, REVIEW_MAILS, SubmissionStatus } from './contract.ts'
import type { SubmissionRow } from './store.ts'
import { tellSubmission } from './tell.ts'

/** What a member decides on a submission. */
export interface Review {
  /** The revision that the member has seen. */
  revision: number
  decision: (typeof REVIEW_DECISIONS)[number]
  note: string
  notes: Record<string, string>
  mail: (typeof REVIEW_MAILS)[number]
}

/**
 * Ends the round of a submission of a locked enrollment: accepted, its step is done by who sent it; otherwise it waits for the customer
 * again.
 * @throws AppError `conflict` if it was decided on, or sent again, since the member read it
 */
export async function decide(
  tx: Tx,
  context: Context,
  follow: Followed,
  submission: SubmissionRow,
  review: Review,
): Promise<void> {
  const { step } = stepOf(follow, submission.step_id)
  requireNotExpired(follow)
  requireUndecided(submission, review.revision)
  requireComplete(step, submission, review)
  const status: SubmissionStatus = review.decision === 'accept' ? 'accepted' : 'changes_requested'
  const decided = await closeSubmission(tx, context, submission, { status, note: review.note, notes: review.notes })
  const enrollment = await changeEnrollment(tx, follow.enrollment, { ...follow.enrollment, updated_at: tx.stamp })
  await tellSubmission(tx, context, { record: follow.record, enrollment, step, submission: decided })
  const user_id = await personOf(tx, context.caller)
  if (user_id !== undefined) {
    const { workspace_id, id: enrollment_id } = enrollment
    await markDealtWith(tx, { workspace_id, user_id, enrollment_id, kinds: ['submitted'], step_id: step.id })
  }
  const details = { step: step.title, guide: follow.version.title }
  await recordAudit(tx, context, { action: `step.${status}`, subject_id: enrollment.id, details })
  if (status === 'accepted')
    await finishStep(tx, context, { ...follow, enrollment }, step.id, recordedPerson(submission.participant_id))
  else if (review.mail === 'now') await emailRequestedChanges(tx, context, enrollment, { step, submission: decided })
}

/** @throws AppError `validation_error` if a member has decided, `conflict` if it is not what the member has seen */
function requireUndecided({ status, revision, decided_by_name }: SubmissionRow, seen: number): void {
  const who = decided_by_name ? quoted(decided_by_name) : 'Another member'
  if (status === 'accepted') throw wrongState(`${who} has accepted it already`, { field: 'decision' })
  if (status === 'changes_requested') throw wrongState(`${who} has asked for changes already`, { field: 'decision' })
  if (revision !== seen)
    throw new AppError('conflict', 'It was sent again since you opened it: review the new version', {
      reason: 'submission_changed',
    })
}

/** @throws AppError for notes on what the submission does not have, and for a request that names no change */
function requireComplete({ content }: StoredStep, { files }: SubmissionRow, { decision, note, notes }: Review): void {
  const names = Object.keys(notes)
  // The content was validated when the guide was saved.
  const { fields = [] } = content as { fields?: FormField[] }
  const known = new Set([...fields.map(({ name }) => name), ...files.map(({ id }) => id)])
  const problems: Record<string, FieldErrors[string]> = {}
  for (const name of names) if (!known.has(name)) problems[`notes.${name}`] = fieldError('does_not_exist')
  if (decision === 'accept' && names.length > 0) problems.notes = fieldError('wrong_state', 'is for requested changes')
  if (decision === 'request_changes' && names.length === 0 && note === '')
    problems.note = fieldError('blank', "can't be blank: say what is to be changed, here or in notes")
  if (Object.keys(problems).length > 0) throw validationError(problems)
}
