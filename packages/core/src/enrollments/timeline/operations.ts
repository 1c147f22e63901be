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
    enrolled_on: OutputDate.meta({ reference: 'Day of the enrollment.' }),
    today: OutputDate.describe('In the time zone of the workspace, as all dates').meta({
      reference: "Today's date in the time zone of the workspace, in which all dates are meant.",
    }),
    target_date: OutputDate.nullable().meta({
      reference: 'Day by which the guide is to be completed; `null` without a target.',
    }),
    forecast_date: OutputDate.nullable().describe('null without dates, and once it is closed').meta({
      reference:
        'Day on which the guide will be completed at the present pace; `null` without dates, and once it is closed.',
    }),
    steps: z
      .array(
        z.object({
          id: OutputId.meta({ reference: 'A step of the guide.' }),
          starts_on: OutputDate.describe('From when it can be done, or is expected to be').meta({
            reference: 'Day from which the step can be done, or is expected to be.',
          }),
          due_on: OutputDate.nullable().meta({ reference: 'Date by which it is to be done; `null` for none.' }),
          expected_on: OutputDate.nullable()
            .describe('When it will be done at the present pace; null if it is done')
            .meta({
              reference:
                'Day on which it will be done at the present pace; `null` if it is done, or that cannot be told.',
            }),
          done_on: OutputDate.nullable()
            .describe('When it was done or skipped')
            .meta({ reference: 'Day on which it was done or skipped; `null` before.' }),
        }),
      )
      .describe('In the order of the guide')
      .meta({ reference: 'Steps in the order of the guide.' }),
  })
  .meta({ id: 'Timeline', reference: 'The dates of an enrollment and of its steps.' })

export const getEnrollmentTimeline = operation({
  name: 'get_enrollment_timeline',
  summary: 'Get the timeline of an enrollment: when each step starts, is due, is expected and was done',
  description: 'What there is to do in each step is in the answer of `get_enrollment_steps`.',
  access: 'enrollments:read',
  does: ['reads'],
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
