import { z } from 'zod'
import { findContact } from '../contacts/store.ts'
import { recordEnrollmentEvent } from '../enrollments/events.ts'
import { begin, finishStep, requireNotExpired, stepOf } from '../enrollments/finish-step.ts'
import { progressOf } from '../enrollments/progress.ts'
import { completedStepIds, type EnrollmentRow } from '../enrollments/store.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Id, recordOf, text } from '../fields/fields.ts'
import { countFiles, filesOf } from '../files/store.ts'
import { numberedSections } from '../guides/store.ts'
import { operation } from '../operation/operation.ts'
import type { Reader } from '../storage/database.ts'
import { requireEntitlement } from '../workspaces/plans.ts'
import { type Followed, followedBy } from './follow.ts'
import { checkedAnswers, type FormField } from './form.ts'
import { PlayerView } from './player.ts'
import * as store from './store.ts'

// Of whoever has the access token of an enrollment: its id is that of the caller, never one of the input.
const access = 'enrollment:follow'

export const viewGuide = operation({
  name: 'view_guide',
  summary: 'Open the guide that a contact follows',
  description: 'Records that it was viewed, and starts the enrollment.',
  access,
  status: 200,
  input: z.strictObject({}),
  output: recordOf(PlayerView),
  run: (context) =>
    context.store.write(async (tx) => {
      const follow = await followedBy(tx, context)
      requireNotExpired(follow)
      const enrollment = await begin(tx, context, follow)
      await recordEnrollmentEvent(tx, context, 'guide.viewed', enrollment, tx.stamp)
      return { data: await viewOf(tx, { ...follow, enrollment }) }
    }),
})

export const completeOwnStep = operation({
  name: 'complete_own_step',
  summary: 'Mark a step of the guide as done',
  access,
  status: 200,
  input: z.strictObject({ step_id: Id }),
  output: recordOf(PlayerView),
  run: (context, { step_id }) =>
    context.store.write(async (tx) => {
      const follow = await followedBy(tx, context)
      const { type } = stepOf(follow, step_id).step
      if (type === 'form')
        throw validationError({ step_id: fieldError('wrong_state', 'is a form: submit its answers') })
      if (type === 'file_upload' && (await countFiles(tx, placeOf(follow.enrollment, step_id))) === 0)
        throw validationError({ step_id: fieldError('wrong_state', 'asks for a file: upload one') })
      return { data: await viewOf(tx, { ...follow, enrollment: await finishStep(tx, context, follow, step_id) }) }
    }),
})

export const submitForm = operation({
  name: 'submit_form',
  summary: 'Submit the answers of a form step',
  description: 'A later submission replaces the answers.',
  access,
  status: 200,
  input: z.strictObject({ step_id: Id, answers: z.record(z.string(), z.unknown()) }),
  output: recordOf(PlayerView),
  run: (context, { step_id, answers }) =>
    context.store.write(async (tx) => {
      const follow = await followedBy(tx, context)
      const { step } = stepOf(follow, step_id)
      if (step.type !== 'form') throw validationError({ step_id: fieldError('wrong_state', 'is not a form') })
      // The content was checked when the guide was written.
      const { fields = [] } = step.content as { fields?: FormField[] }
      const checked = checkedAnswers(fields, answers)
      const enrollment = await finishStep(tx, context, follow, step_id)
      await store.storeAnswers(tx, placeOf(enrollment, step_id), checked, tx.stamp)
      return { data: await viewOf(tx, { ...follow, enrollment }) }
    }),
})

export const submitScore = operation({
  name: 'submit_score',
  summary: 'Say how easy it was: the customer effort score',
  description: '1 (very difficult) to 7 (very easy). A later score replaces it.',
  access,
  status: 200,
  input: z.strictObject({ score: z.int().min(1).max(7), comment: text(5000).nullish() }),
  output: recordOf(PlayerView),
  run: (context, { score, comment }) => {
    requireEntitlement(context.caller.plan, 'ces')
    return context.store.write(async (tx) => {
      const follow = await followedBy(tx, context)
      requireNotExpired(follow)
      const at = tx.stamp
      const given = { ces_score: score, ces_comment: comment || null, last_activity_at: at, updated_at: at }
      const enrollment = { ...follow.enrollment, ...given }
      await store.storeScore(tx, enrollment, given)
      const ces = { score, comment: given.ces_comment }
      await recordEnrollmentEvent(tx, context, 'ces.submitted', enrollment, at, { ces })
      return { data: await viewOf(tx, { ...follow, enrollment }) }
    })
  },
})

function placeOf({ workspace_id, id }: EnrollmentRow, step_id: string) {
  return { workspace_id, enrollment_id: id, step_id }
}

async function viewOf(reader: Reader, { enrollment, version }: Followed): Promise<z.input<typeof PlayerView>> {
  const { workspace_id, id } = enrollment
  const completed_step_ids = await completedStepIds(reader, workspace_id, id)
  const contact = await findContact(reader, workspace_id, enrollment.contact_id)
  return {
    status: enrollment.status,
    first_name: contact?.first_name ?? '',
    expires_at: enrollment.expires_at,
    guide: {
      title: version.title,
      description: version.description,
      sections: numberedSections(version.sections),
    },
    progress: {
      ...progressOf(version.sections, new Set(completed_step_ids)),
      percentage: enrollment.progress_percentage,
    },
    completed_step_ids,
    answers: await store.answersOf(reader, workspace_id, id),
    files: await filesOf(reader, { workspace_id, enrollment_id: id }),
    ces_score: enrollment.ces_score,
  }
}
