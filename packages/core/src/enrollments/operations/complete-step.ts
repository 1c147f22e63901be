import { z } from 'zod'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Enrollment, EnrollmentTag } from '../enrollment.ts'
import { withUrlFor } from '../shown-link.ts'
import { findVisit, finishStep } from '../steps/finish-step.ts'

export const completeStep = operation({
  name: 'complete_step',
  summary: 'Complete a step of an enrollment on behalf of the contact',
  description:
    'Completing the first step starts the enrollment, unless it is a step of the team; completing the last required one completes it. `update_enrollment_step` reopens a completed step.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['step.completed'],
  route: 'POST /enrollments/:id/steps/:step_id/complete',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    step_id: RecordId.meta({ reference: 'A step of the guide, as `GET /enrollments/{id}/steps` lists it.' }),
  }),
  output: recordOf(Enrollment),
  etag: EnrollmentTag,
  run: (context, { id, step_id }) =>
    context.store.write(async (tx) => {
      const follow = await findVisit(tx, context, id)
      return { data: withUrlFor(context, await finishStep(tx, context, follow, step_id)) }
    }),
})
