import { z } from 'zod'
import { finishStep, stepOf } from '../../enrollments/steps/finish-step.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, recordOf } from '../../fields/fields.ts'
import { countFiles } from '../../files/store.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'
import { deleteDraft, draftOf, itemsOf } from '../draft-store.ts'
import { checkedAnswers, fieldsOf } from '../form.ts'
import { PlayerState } from '../player.ts'
import * as store from '../store.ts'
import { noteActivity, placeOf, playerStateOf, startVisit, type Visit } from '../visit.ts'

// Requires the access token of the enrollment, whose id is that of the caller, never one of the input.
const access = 'enrollment:follow'

export const completeOwnStep = operation({
  name: 'complete_own_step',
  summary: 'Complete a step of the guide',
  description: 'All items of a checklist must be checked. A completed step stays completed.',
  access,
  status: 200,
  input: z.strictObject({ step_id: Id }),
  output: recordOf(PlayerState),
  run: (context, { step_id }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const { step } = stepOf(follow, step_id)
      await requireButton(tx, follow, step)
      const { ticks = [] } = await draftOf(tx, placeOf(follow.enrollment, step_id))
      if (ticks.length < itemsOf(step).length)
        throw validationError({ step_id: fieldError('wrong_state', 'has unchecked items') })
      const enrollment = await finishStep(tx, context, follow, step_id)
      return { data: await playerStateOf(tx, { ...follow, enrollment }) }
    }),
})

/** @throws AppError for a step that is done by what it asks for */
async function requireButton(tx: Tx, { enrollment }: Visit, { id, type }: StoredStep): Promise<void> {
  if (type === 'form') throw validationError({ step_id: fieldError('wrong_state', 'is a form: submit its answers') })
  if (type === 'file_upload' && (await countFiles(tx, placeOf(enrollment, id))) === 0)
    throw validationError({ step_id: fieldError('wrong_state', 'requires a file: upload one') })
}

export const submitForm = operation({
  name: 'submit_form',
  summary: 'Submit the answers of a form step',
  description: 'A later submission replaces the answers.',
  access,
  status: 200,
  input: z.strictObject({ step_id: Id, answers: z.record(z.string(), z.unknown()) }),
  output: recordOf(PlayerState),
  run: (context, { step_id, answers }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const checked = checkedAnswers(fieldsOf(stepOf(follow, step_id).step), answers)
      await noteActivity(tx, follow.enrollment)
      const enrollment = await finishStep(tx, context, follow, step_id)
      const key = placeOf(enrollment, step_id)
      await store.storeAnswers(tx, key, checked, tx.stamp)
      await deleteDraft(tx, key)
      return { data: await playerStateOf(tx, { ...follow, enrollment }) }
    }),
})
