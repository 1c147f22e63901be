import type { Context } from '../../context.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import { claimDayOf } from '../daily/day-of-contact.ts'
import { type Enrolled, enrolledOf } from '../templates/enrolled.ts'
import { remindContact } from '../templates/reminder.ts'
import { quietUntil } from './quiet-until.ts'
import { noteReminder, remindedRecently } from './rules.ts'

const HAS_MAIL_OF_DAY = fieldError(
  'taken',
  'Another mail of that day tells this contact what is due: a contact gets at most one reminder a day',
)
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
  requireOpen(enrollment)
  const enrolled = existing(await enrolledOf(tx, context, enrollment))
  await requireReminders(tx, enrolled, 'contact_id')
  const { email_id, send_after } = await takeDay(tx, { workspace_id, contact_id })
  const cause = status === 'invited' ? ('not_started' as const) : ('stalled' as const)
  await noteReminder(tx, enrollment, cause)
  return existing(await remindContact(tx, context, enrolled, { id: email_id, cause, send_after }))
}

/** @throws AppError `validation_error` on `status` */
export function requireOpen({ status }: Pick<EnrollmentRow, 'status'>): void {
  if (!isOpen(status))
    throw validationError({ status: fieldError('wrong_state', `is ${status}: the enrollment is not open`) })
}

/** @throws AppError `validation_error` if the contact has opted out, or was reminded within a day */
export async function requireReminders(tx: Tx, { contact, brand }: Enrolled, field: string): Promise<void> {
  if (contact.unsubscribed_at !== null)
    throw validationError({ [field]: fieldError('wrong_state', 'has opted out of reminders') })
  const last = { workspace_id: brand.workspace_id, contact_id: contact.id, now: tx.time }
  if ((await remindedRecently(tx, last)) !== undefined) throw validationError({ base: ONE_A_DAY })
}

/** Takes the one mail of the day on which a reminder is sent. @throws AppError `validation_error` if another mail has it */
export async function takeDay(tx: Tx, person: { workspace_id: string; contact_id: string }) {
  const email_id = newId()
  const send_after = await quietUntil(tx, person.workspace_id)
  if (!(await claimDayOf(tx, person, { at: send_after ?? tx.time, email_id })))
    throw validationError({ base: HAS_MAIL_OF_DAY })
  return { email_id, send_after }
}
