import { z } from 'zod'
import { findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Email } from '../email.ts'
import { noteReminder, remindedRecently } from '../reminders/rules.ts'
import { enrolledOf } from '../templates/enrolled.ts'
import { remindContact } from '../templates/reminder.ts'

export const sendReminder = operation({
  name: 'send_reminder',
  summary: 'Remind a contact of an unfinished guide',
  description:
    'A contact gets at most one reminder a day, and none after opting out. Without a mail server, the mail is kept in the outbox.',
  access: 'enrollments:write',
  status: 201,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Email),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
      const { contact_id, status } = enrollment
      if (!isOpen(status))
        throw validationError({ status: fieldError('wrong_state', `is ${status}: the enrollment is not open`) })
      const enrolled = existing(await enrolledOf(tx, context, enrollment))
      if (enrolled.contact.unsubscribed_at !== null)
        throw validationError({ contact_id: fieldError('wrong_state', 'has opted out of reminders') })
      if ((await remindedRecently(tx, { workspace_id, contact_id, now: tx.time })) !== undefined)
        throw validationError({ base: fieldError('taken', 'A contact gets at most one reminder a day') })
      const cause = status === 'invited' ? ('not_started' as const) : ('stalled' as const)
      await noteReminder(tx, enrollment, cause)
      return { data: existing(await remindContact(tx, context, enrolled, cause)) }
    }),
})
