import { z } from 'zod'
import type { Context } from '../../context.ts'
import { emailAnswersChanged } from '../../emails/templates/assignee.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { personName } from '../../enrollments/participants/person-name.ts'
import { changeEnrollment } from '../../enrollments/plan/replan.ts'
import { finishStep, stepOf } from '../../enrollments/steps/finish-step.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { submitForReview } from '../../enrollments/submissions/submit.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, recordOf, text } from '../../fields/fields.ts'
import { countFiles } from '../../files/store.ts'
import { operation } from '../../operation/operation.ts'
import { isSame } from '../../records/changes.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { deleteDraft, draftOf, itemsOf } from '../draft-store.ts'
import { checkedAnswers, fieldsOf } from '../form.ts'
import { type ChangedAnswer, mergeAnswers, ownValue } from '../merge-answers.ts'
import { ownStepOf } from '../own-step.ts'
import { PlayerState, SubmittedState } from '../player.ts'
import * as store from '../store.ts'
import { noteActivity, placeOf, playerStateOf, startVisit, type Visit } from '../visit.ts'

// Requires the access token of the enrollment, whose id is that of the caller, never one of the input.
const access = 'enrollment:follow'

const MAX_COMMENT = 5000

export const completeOwnStep = operation({
  name: 'complete_own_step',
  summary: 'Complete a step of the guide',
  description:
    'All items of a checklist must be checked. A completed step stays completed. Files that are reviewed are sent instead: a member completes the step.',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({
    step_id: Id,
    comment: text(MAX_COMMENT).optional().describe('For files that are reviewed: what to say about them'),
  }),
  output: recordOf(PlayerState),
  run: (context, { step_id, comment = '' }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const step = await ownStepOf(tx, follow, step_id)
      await requireButton(tx, follow, step)
      const { ticks = [] } = await draftOf(tx, placeOf(follow.enrollment, step_id))
      if (ticks.length < itemsOf(step).length)
        throw validationError({ step_id: fieldError('wrong_state', 'has unchecked items') })
      const enrollment = step.needs_review
        ? await submitForReview(tx, context, follow, step, { answers: null, comment })
        : await finishStep(tx, context, follow, step_id)
      return { data: await playerStateOf(tx, { ...follow, enrollment }) }
    }),
})

/** @throws AppError for a step that is done by what it asks for */
async function requireButton(tx: Tx, { enrollment }: Visit, { id, type }: StoredStep): Promise<void> {
  if (type === 'form') throw validationError({ step_id: fieldError('wrong_state', 'is a form: submit its answers') })
  if (type === 'approval')
    throw validationError({ step_id: fieldError('wrong_state', 'is an approval: approve its text') })
  if (type === 'file_upload' && (await countFiles(tx, placeOf(enrollment, id))) === 0)
    throw validationError({ step_id: fieldError('wrong_state', 'requires a file: upload one') })
}

/** The length of `seen`: the names of at most 100 fields and their hashes. */
const MAX_SEEN = 50_000

export const submitForm = operation({
  name: 'submit_form',
  summary: 'Submit the answers of a form step',
  description:
    'A later submission replaces the answers. With `seen`, answers that the person has not changed since the page was shown keep what another person has sent meanwhile.',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({
    step_id: Id,
    answers: z.record(z.string(), z.unknown()),
    seen: z
      .string()
      .max(MAX_SEEN)
      .optional()
      .describe('`seen` of the form as the page showed it; empty if it had not been sent'),
  }),
  output: recordOf(SubmittedState),
  run: (context, { step_id, answers: given, seen }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const step = await ownStepOf(tx, follow, step_id)
      const fields = fieldsOf(step)
      const before = seen === undefined ? undefined : await store.submissionAt(tx, placeOf(follow.enrollment, step_id))
      const { answers, changed } = mergeAnswers(fields, given, { before: before?.answers, seen })
      const checked = checkedAnswers(fields, answers)
      await noteActivity(tx, follow.enrollment)
      const enrollment = await sendAnswers(tx, context, follow, { step, checked })
      const key = placeOf(enrollment, step_id)
      const person = personIn(context.caller)
      await store.storeAnswers(tx, { ...key, participant_id: person }, checked, tx.stamp)
      await deleteDraft(tx, key, person)
      const others = await othersOf(tx, enrollment, before, changed)
      return { data: { ...(await playerStateOf(tx, { ...follow, enrollment })), others } }
    }),
})

/** Completes the step, or sends it to be reviewed. */
async function sendAnswers(
  tx: Tx,
  context: Context,
  follow: Visit,
  { step, checked }: { step: StoredStep; checked: Record<string, unknown> },
): Promise<EnrollmentRow> {
  if (step.needs_review) return submitForReview(tx, context, follow, step, { answers: checked, comment: '' })
  const finished = await finishStep(tx, context, follow, step.id)
  return noteChange(tx, context, { ...follow, enrollment: finished }, { step_id: step.id, checked })
}

/** Who changed answers meanwhile; null if nobody did. */
async function othersOf(
  tx: Tx,
  enrollment: EnrollmentRow,
  before: { participant_id: string | null } | undefined,
  changed: ChangedAnswer[],
) {
  if (changed.length === 0 || before === undefined) return null
  const { participant_id } = before
  return { participant_id, name: await personName(tx, enrollment, participant_id), fields: changed }
}

/** Reports answers that differ from those sent before, once the guide is completed: the team may have used them already. */
async function noteChange(
  tx: Tx,
  context: Context,
  follow: Visit,
  { step_id, checked }: { step_id: string; checked: Readonly<Record<string, unknown>> },
): Promise<EnrollmentRow> {
  const { enrollment } = follow
  if (enrollment.status !== 'completed') return enrollment
  const { [step_id]: before } = await store.answersOf(tx, enrollment.workspace_id, enrollment.id)
  if (before === undefined) return enrollment
  const { step } = stepOf(follow, step_id)
  const changed = fieldsOf(step).filter(({ name }) => !isSame(ownValue(before, name), ownValue(checked, name)))
  if (changed.length === 0) return enrollment
  const active = { ...enrollment, last_activity_at: tx.stamp, updated_at: tx.stamp }
  const after = await changeEnrollment(tx, enrollment, active)
  const { id, title, type } = step
  await follow.record('answers.changed', after, tx.stamp, { step: { id, title, type } })
  await emailAnswersChanged(tx, context, after, { step: title, questions: changed.map(({ label }) => label) })
  return after
}
