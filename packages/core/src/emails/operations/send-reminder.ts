import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Email } from '../email.ts'
import { sendReminderNow } from '../reminders/send.ts'

export const sendReminder = operation({
  name: 'send_reminder',
  summary: 'Remind a contact of an unfinished guide',
  description:
    'A contact gets at most one reminder a day, and none after opting out. Without a mail server, the mail is kept in the outbox.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['enrollment.reminded'],
  status: 201,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Email),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const email = await sendReminderNow(tx, context, id)
      await recordAudit(tx, context, { action: 'enrollment.reminded', subject_id: id })
      return { data: email }
    }),
})
