import { z } from 'zod'
import type { Context } from '../../context.ts'
import { existing, notFound, validationError } from '../../errors.ts'
import { OutputDate, OutputId, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { PlanDate } from '../../working-calendar/plan-date.ts'
import { type DatedPlan, dueDates } from '../dates/due-dates.ts'
import { forecastOf } from '../dates/forecast.ts'
import { type DateChange, movedBy, withChange } from '../dates/moved-by.ts'
import { datedPlanOf } from '../plan/dates/dated-plan.ts'
import { dateProblem } from '../plan/dates/target.ts'
import { type EnrollmentRow, findEnrollment } from '../store.ts'

/** A date to try, or no date. */
const TriedDate = z
  .string()
  .refine((text) => text === 'none' || PlanDate.safeParse(text).success, {
    error: 'is neither a date such as 2026-11-20 nor none',
  })
  .meta({ pattern: '^(none|[0-9]{4}-[0-9]{2}-[0-9]{2})$', examples: ['none', '2099-12-31'] })

/** What a change of a date would move. */
export const DatePreview = z
  .object({
    steps: z
      .array(
        z.object({
          step_id: OutputId.meta({ reference: 'A step whose date moves.' }),
          title: z.string().meta({ reference: 'Title of that step.' }),
          due_on_before: OutputDate.nullable().meta({ reference: 'Its present date; `null` for none.' }),
          due_on: OutputDate.nullable().meta({ reference: 'Its date after the change; `null` for none.' }),
          days: z.int().nullable().describe('Days of the calendar; null if it had no date, or loses it'),
          working_days: z.int().nullable().meta({
            reference:
              'Working days by which it moves, negative for an earlier date; `null` if it had no date, or loses it.',
          }),
        }),
      )
      .describe('The other open steps that it moves, in the order of the guide'),
    working_days: z
      .int()
      .nullable()
      .describe('By how many working days, if it is the same for all of them')
      .meta({ reference: 'Working days by which they move, if they all move by the same number; `null` otherwise.' }),
    target_date: OutputDate.nullable().describe('After the change').meta({ reference: 'Target after the change.' }),
    forecast_date_before: OutputDate.nullable().meta({
      reference: 'Forecast without the change; `null` if there is none.',
    }),
    forecast_date: OutputDate.nullable()
      .describe('After the change')
      .meta({ reference: 'Forecast after the change; `null` if there is none.' }),
  })
  .meta({ id: 'DatePreview', reference: 'What a target would move.' })

const StepDatePreview = DatePreview.extend({
  due_on: OutputDate.nullable().describe('The date of the step after the change'),
  guide_due_on: OutputDate.nullable().describe('The date that the guide gives the step'),
}).meta({ id: 'StepDatePreview', reference: 'What a date of a step would move.' })

export const previewStepDate = operation({
  name: 'preview_step_date',
  summary: 'Preview what a date of a step would move',
  description: 'Nothing changes. To set the date, use `update_enrollment_step`.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/steps/:step_id/preview',
  status: 200,
  input: z.strictObject({
    id: RecordId.describe('ID of the enrollment'),
    step_id: RecordId.meta({ reference: 'A step of the guide, as `GET /enrollments/{id}/steps` lists it.' }),
    due_on: TriedDate.optional().describe('The date, or `none`; without it, the date that the guide gives').meta({
      reference:
        'The date to try, such as `2026-11-20`, or `none` for no date. Without it, the date that the guide gives is tried.',
    }),
  }),
  output: recordOf(StepDatePreview),
  run: (context, { id, step_id, due_on }) =>
    context.store.read(async (reader) => {
      const { enrollment, plan, ...tried } = await triedPlan(reader, context, id)
      if (!plan.outline.indexes.has(step_id)) throw notFound()
      const date = due_on === 'none' ? null : due_on
      await requireDate(reader, enrollment, { due_on: date ?? null })
      const change = { step_id, date }
      const dates = dueDates({ ...plan, facts: withChange(plan.facts, change) })
      const byGuide = dueDates({ ...plan, facts: withChange(plan.facts, { step_id, date: undefined }) })
      const own = { due_on: dates.get(step_id) ?? null, guide_due_on: byGuide.get(step_id) ?? null }
      return { data: { ...own, ...previewOf(plan, tried, change) } }
    }),
})

export const previewTargetDate = operation({
  name: 'preview_target_date',
  summary: 'Preview what a target date would move',
  description: 'Nothing changes. To set the target, use `update_enrollment`.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/preview',
  status: 200,
  input: z.strictObject({
    id: RecordId.describe('ID of the enrollment'),
    target_date: TriedDate.describe('The date, or `none`').meta({
      reference: 'The target to try, such as `2026-11-20`, or `none` for no target.',
    }),
  }),
  output: recordOf(DatePreview),
  run: (context, { id, target_date: given }) =>
    context.store.read(async (reader) => {
      const enrollment = existing(await findEnrollment(reader, context.caller.workspace_id, id))
      return { data: await previewTarget(reader, context, enrollment, given === 'none' ? null : given) }
    }),
})

/** What a target date would move. @throws AppError for a date that the change would refuse */
export async function previewTarget(
  reader: Reader,
  { now }: Context,
  enrollment: EnrollmentRow,
  target_date: string | null,
): Promise<z.input<typeof DatePreview>> {
  const { plan, ...tried } = await datedPlanOf(reader, enrollment, now())
  await requireDate(reader, enrollment, { target_date })
  return previewOf(plan, tried, { target_date })
}

async function triedPlan(reader: Reader, { caller: { workspace_id }, now }: Context, id: string) {
  const enrollment = existing(await findEnrollment(reader, workspace_id, id))
  return { enrollment, ...(await datedPlanOf(reader, enrollment, now())) }
}

/** @throws AppError for a date that the change would refuse */
async function requireDate(
  reader: Reader,
  { workspace_id, created_at: enrolled_at }: EnrollmentRow,
  given: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [field, date] of Object.entries(given)) {
    const problem = await dateProblem(reader, workspace_id, { date, enrolled_at })
    if (problem) throw validationError({ [field]: problem })
  }
}

function previewOf(plan: DatedPlan, { today }: { today: string }, change: DateChange): z.input<typeof DatePreview> {
  const { steps, working_days } = movedBy(plan, change)
  const after = { ...plan, facts: withChange(plan.facts, change) }
  const titles = new Map(plan.outline.steps.map(({ id, title }) => [id, title]))
  return {
    steps: steps.map((step) => ({ ...step, title: titles.get(step.step_id) ?? '' })),
    working_days,
    target_date: after.facts.target_date,
    forecast_date_before: forecastOf(plan, today)?.forecast_date ?? null,
    forecast_date: forecastOf(after, today)?.forecast_date ?? null,
  }
}
