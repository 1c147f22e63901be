import type { Context } from '../../context.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import { claimDayOf } from '../daily/day-of-contact.ts'
import { enrolledOf } from '../templates/enrolled.ts'
import { remindContact } from '../templates/reminder.ts'
import { quietUntil } from './quiet-until.ts'
import { noteReminder, remindedRecently } from './rules.ts'

const ONE_A_DAY = fieldError('taken', 'A contact gets at most one reminder a day')

/**
 * Reminds the contact of an enrollment, as a member asks for it; in quiet hours, as soon as they end.
 * @throws AppError `not_found`; `validation_error` on `status` if it is not open, on `contact_id` after opting out, and on `base`
 * after another reminder, or the daily mail, on the same day
 */
export async function sendReminderNow(tx: Tx, context: Context, id: string) {
  const { workspace_id } = context.caller
  const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
  const { contact_id, status } = enrollment
  if (!isOpen(status))
    throw validationError({ status: fieldError('wrong_state', `is ${status}: the enrollment is not open`) })
  const enrolled = existing(await enrolledOf(tx, context, enrollment))
  if (enrolled.contact.unsubscribed_at !== null)
    throw validationError({ contact_id: fieldError('wrong_state', 'has opted out of reminders') })
  if ((await remindedRecently(tx, { workspace_id, contact_id, now: tx.time })) !== undefined)
    throw validationError({ base: ONE_A_DAY })
  const email_id = newId()
  const send_after = await quietUntil(tx, workspace_id)
  if (!(await claimDayOf(tx, { workspace_id, contact_id }, { at: send_after ?? tx.time, email_id })))
    throw validationError({ base: ONE_A_DAY })
  const cause = status === 'invited' ? ('not_started' as const) : ('stalled' as const)
  await noteReminder(tx, enrollment, cause)
  return existing(await remindContact(tx, context, enrolled, { id: email_id, cause, send_after }))
}
