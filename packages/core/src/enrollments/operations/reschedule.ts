import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import {
  Confirmation,
  ConfirmationFields,
  offerConfirmation,
  takeConfirmation,
} from '../../confirmations/confirmation.ts'
import type { Context } from '../../context.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { InputTime, OutputDate, OutputId, OutputUrl, RecordId, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { within } from '../../operation/within.ts'
import { quoted } from '../../records/quoted.ts'
import type { Tx } from '../../storage/database.ts'
import { PlanDate } from '../../working-calendar/plan-date.ts'
import { withNames } from '../names/names.ts'
import { findEnrollment } from '../store.ts'
import { updateEnrollment } from './change.ts'
import { DatePreview, previewTarget } from './preview-dates.ts'

const ACTION = 'reschedule_enrollment'
const SHOWN = 10

const Rescheduling = z
  .object({
    enrollment_id: OutputId.meta({ reference: 'The enrollment whose dates move.' }),
    contact_name: z.string().meta({ reference: 'First and last name of the primary contact.' }),
    guide_title: z.string().meta({ reference: 'Title of the guide, in the version of the enrollment.' }),
    done: z
      .boolean()
      .describe('false in a preview')
      .meta({ reference: '`true` once the dates are moved; `false` in a preview.' }),
    target_date_before: OutputDate.nullable().meta({ reference: 'The present target; `null` for none.' }),
    target_date: OutputDate.nullable().meta({ reference: 'The target after the change; `null` for none.' }),
    expires_at_before: Timestamp.nullable().meta({ reference: 'Present time of expiry; `null` for never.' }),
    expires_at: Timestamp.nullable().meta({ reference: 'Time of expiry after the change; `null` for never.' }),
    steps: DatePreview.shape.steps.describe(`The first ${SHOWN} open steps that the target moves`),
    steps_count: z
      .int()
      .min(0)
      .meta({ reference: 'Number of open steps that the target moves; the first ten are in `steps`.' }),
    forecast_date: OutputDate.nullable().describe('By which it may be completed, after the change').meta({
      reference:
        'Day on which the guide will be completed at the present pace, after the change; `null` if that cannot be told.',
    }),
    url: OutputUrl.describe('Its page in the console').meta({ reference: 'Page of the enrollment in the console.' }),
    confirmation: ConfirmationFields.confirmation.optional(),
    confirm_before: ConfirmationFields.confirm_before.optional(),
  })
  .meta({ id: 'Rescheduling', reference: 'What moving the dates of an enrollment changes, or has changed.' })

export const rescheduleEnrollment = operation({
  name: 'reschedule_enrollment',
  summary: 'Preview moving the target date or the expiry of an enrollment; with a confirmation, move them',
  description:
    'Steps whose dates count from the target move with it; the answer names them.\n\nWithout `confirmation`, nothing changes: the answer says what would.',
  reference:
    'Steps whose dates count from the target move with it.\n\nWithout `confirmation`, nothing changes: the answer is a preview that names the steps.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['enrollment.rescheduled', 'enrollment.changed'],
  unaudited: 'preview',
  route: 'POST /enrollments/:id/reschedule',
  body: 'enrollment',
  formerBody: { key: 'rescheduling', since: '2026-11-27' },
  status: 200,
  example: { target_date: '2030-12-04' },
  tool: {
    scope: 'messages:write',
    guidance: 'One step: update_enrollment_step.',
    asks: ({ contact_name, guide_title, steps_count, ...dates }) =>
      `Change the dates of ${quoted(String(contact_name))} in ${quoted(String(guide_title))}? ${datesIn(dates)} Steps that move: ${steps_count}.`,
  },
  input: z.strictObject({
    id: RecordId,
    target_date: PlanDate.nullable()
      .optional()
      .meta({ reference: 'The new target, in the form `2026-11-20`; `null` removes it.' }),
    expires_at: InputTime.nullable().optional().meta({ reference: 'The new time of expiry; `null` for never.' }),
    confirmation: Confirmation.optional().meta({
      reference: 'The `confirmation` of the preview. With it, the dates move; without it, nothing changes.',
    }),
  }),
  output: recordOf(Rescheduling),
  run: (context, { id, confirmation, ...given }) =>
    context.store.write(async (tx) => {
      const { expires_at } = given
      if (given.target_date === undefined && expires_at === undefined)
        throw validationError({ base: fieldError('blank', 'Give target_date or expires_at') })
      if (expires_at && expires_at <= tx.time) throw validationError({ expires_at: fieldError('not_in_future') })
      const shown = await previewOf(tx, context, id, given)
      const changes = shown.target_date !== shown.target_date_before || shown.expires_at !== shown.expires_at_before
      const { url: _, ...content } = shown
      const previewed = { action: ACTION, content }
      const answer = { ...shown, steps: shown.steps.slice(0, SHOWN), steps_count: shown.steps.length }
      if (confirmation === undefined) {
        const offered = changes ? await offerConfirmation(tx, context, previewed) : {}
        return { data: { ...answer, done: false, ...offered } }
      }
      await takeConfirmation(tx, context, previewed, confirmation)
      await updateEnrollment.run(within(context, tx), { id, ...given })
      const details = { guide: shown.guide_title, target_date: shown.target_date ?? 'none' }
      await recordAudit(tx, context, { action: 'enrollment.rescheduled', subject_id: id, details })
      return { data: { ...answer, done: true } }
    }),
})

interface Given {
  target_date?: string | null | undefined
  expires_at?: string | null | undefined
}

/** What would change, of a locked enrollment. */
async function previewOf(tx: Tx, context: Context, id: string, given: Given) {
  const { workspace_id } = context.caller
  const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
  const [named] = await withNames(tx, { workspace_id, listed: [enrollment], now: context.now() })
  const target_date = given.target_date === undefined ? enrollment.target_date : given.target_date
  const { steps, forecast_date } = await previewTarget(tx, context, enrollment, target_date)
  return {
    ...{ enrollment_id: id, contact_name: named?.contact_name ?? '', guide_title: named?.guide_title ?? '' },
    ...{ target_date_before: enrollment.target_date, target_date },
    expires_at_before: enrollment.expires_at,
    expires_at: given.expires_at === undefined ? enrollment.expires_at : given.expires_at,
    ...{ steps, forecast_date },
    url: `${context.settings.publicUrl}/w/${workspace_id}/enrollments/${id}`,
  }
}

/** The dates that change, in a question. */
function datesIn({ target_date_before, target_date, expires_at_before, expires_at }: Record<string, unknown>): string {
  const from = (date: unknown) => String(date ?? 'none').slice(0, 10)
  return [
    ...(target_date === target_date_before ? [] : [`Target: ${from(target_date_before)} to ${from(target_date)}.`]),
    ...(expires_at === expires_at_before
      ? []
      : [`The link expires: ${from(expires_at_before)} to ${from(expires_at)}.`]),
  ].join(' ')
}
