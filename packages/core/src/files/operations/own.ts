import { z } from 'zod'
import { completedStepIds } from '../../enrollments/store.ts'
import { takeBackFile } from '../../enrollments/submissions/kept-files.ts'
import { existing, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId } from '../../fields/fields.ts'
import { isChecked } from '../../guides/reviewed.ts'
import { operation } from '../../operation/operation.ts'
import { startVisit } from '../../player/visit.ts'
import * as store from '../store.ts'

export const removeOwnFile = operation({
  name: 'remove_own_file',
  summary: 'Delete an uploaded file',
  description: 'Only until the guide is completed. A completed step keeps at least one file.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const { workspace_id, id: enrollment_id, status } = follow.enrollment
      const file = existing(await store.findFile(tx, { workspace_id, id }))
      if (file.enrollment_id !== enrollment_id) throw notFound()
      if (status === 'completed')
        throw validationError({ status: fieldError('wrong_state', 'is completed: its files can no longer be deleted') })
      const { step_id } = file
      const isDone = (await completedStepIds(tx, workspace_id, enrollment_id)).includes(step_id)
      const step = follow.version.sections.flatMap(({ steps }) => steps).find((one) => one.id === step_id)
      if (isDone && step && isChecked(step))
        throw validationError({
          step_id: fieldError('wrong_state', 'is accepted already: its files can no longer be deleted'),
        })
      if (isDone && (await store.countFiles(tx, { workspace_id, enrollment_id, step_id })) === 1)
        throw validationError({
          step_id: fieldError('wrong_state', 'is the only file of a completed step: upload another one first'),
        })
      await takeBackFile(tx, context, file)
    }),
})
