import { z } from 'zod'
import type { Context } from '../../context.ts'
import { existing, notFound } from '../../errors.ts'
import { Id, RecordId, recordOf } from '../../fields/fields.ts'
import { findVersion } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { PlanDate } from '../../working-calendar/plan-date.ts'
import { findVisit } from '../steps/finish-step.ts'
import { findEnrollment } from '../store.ts'
import { changeStep } from './change-step.ts'
import { closedOf } from './closed-of.ts'
import { EnrollmentStep } from './enrollment-step.ts'
import { stepsOf } from './read.ts'

const Place = {
  id: RecordId.describe('ID of the enrollment'),
  step_id: RecordId.meta({ reference: 'A step of the guide, as `GET /enrollments/{id}/steps` lists it.' }),
}

export const getEnrollmentStep = operation({
  name: 'get_enrollment_step',
  summary: 'Get a step of an enrollment',
  description: 'The answer says who does the step, by when, and whether it is done or skipped.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/steps/:step_id',
  status: 200,
  input: z.strictObject(Place),
  output: recordOf(EnrollmentStep),
  etag: EnrollmentStep,
  run: (context, place) => context.store.read(async (reader) => ({ data: await stepAt(reader, context, place) })),
})

export const updateEnrollmentStep = operation({
  name: 'update_enrollment_step',
  summary: 'Change a step of an enrollment',
  description:
    'A skipped step counts as done for progress, and can be taken up again.\n\nThe counted steps of a completed enrollment stay as they are. Answers, files and ticks of a reopened step are kept.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['step.assigned', 'step.completed', 'step.date_changed', 'step.reopened', 'step.skipped', 'step.unskipped'],
  isIdempotent: true,
  route: 'PATCH /enrollments/:id/steps/:step_id',
  body: 'step',
  status: 200,
  tool: {
    scope: 'messages:write',
    guidance: 'Ids of steps: get_enrollment_timeline. Change only what the user says.',
  },
  input: z.strictObject({
    ...Place,
    assignee_id: Id.nullish().describe('The member who does a step of the team; null: whom the guide names'),
    due_on: PlanDate.nullable().optional().describe('Its date, which stays when others move; null: it has none'),
    due_is_manual: z.literal(false).optional().describe('false: the date that the guide gives'),
    skipped: z.boolean().optional().describe('Whether nobody has to do it'),
    done: z.boolean().optional().describe('true completes it, false reopens it'),
  }),
  output: recordOf(EnrollmentStep),
  etag: EnrollmentStep,
  current: getEnrollmentStep,
  example: { due_on: '2030-12-04' },
  run: (context, { id, step_id, ...changes }) =>
    context.store.write(async (tx) => {
      const follow = await findVisit(tx, context, id)
      await stepAt(tx, context, { id, step_id })
      await changeStep(tx, context, follow, step_id, changes)
      return { data: await stepAt(tx, context, { id, step_id }) }
    }),
})

/** @throws AppError `not_found` for a step that the version of the enrollment does not have */
async function stepAt(reader: Reader, { caller, now }: Context, place: { id: string; step_id: string }) {
  const { workspace_id } = caller
  const enrollment = existing(await findEnrollment(reader, workspace_id, place.id))
  const version = existing(await findVersion(reader, workspace_id, enrollment.guide_version_id))
  const closed = await closedOf(reader, enrollment, version.sections, now())
  const step = (await stepsOf(reader, enrollment, version.sections, closed)).find(({ id }) => id === place.step_id)
  if (!step) throw notFound()
  return step
}
