import { z } from 'zod'
import { existing } from '../../errors.ts'
import { OutputDate, OutputId, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { datedPlanOf } from '../plan/dates/dated-plan.ts'
import { findEnrollment } from '../store.ts'
import { isOpen } from '../transitions.ts'
import { timelineOf } from './timeline.ts'

const Timeline = z
  .object({
    enrolled_on: OutputDate,
    today: OutputDate.describe('In the time zone of the workspace, as all dates'),
    target_date: OutputDate.nullable(),
    forecast_date: OutputDate.nullable().describe('null without dates, and once it is closed'),
    steps: z
      .array(
        z.object({
          id: OutputId,
          starts_on: OutputDate.describe('From when it can be done, or is expected to be'),
          due_on: OutputDate.nullable(),
          expected_on: OutputDate.nullable().describe('When it will be done at the present pace; null if it is done'),
          done_on: OutputDate.nullable().describe('When it was done or skipped'),
        }),
      )
      .describe('In the order of the guide'),
  })
  .meta({ id: 'Timeline' })

export const getEnrollmentTimeline = operation({
  name: 'get_enrollment_timeline',
  summary: 'Get the timeline of an enrollment: when each step starts, is due, is expected and was done',
  description: 'An extension. The steps themselves are those of get_enrollment_steps.',
  access: 'enrollments:read',
  route: 'GET /enrollments/:id/timeline',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Timeline),
  run: ({ caller: { workspace_id }, now, store: { read } }, { id }) =>
    read(async (reader) => {
      const enrollment = existing(await findEnrollment(reader, workspace_id, id))
      const { plan, today } = await datedPlanOf(reader, enrollment, now())
      return { data: timelineOf(plan, { today, isOpen: isOpen(enrollment.status) }) }
    }),
})
