import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Email } from '../email.ts'
import { remindParticipantNow } from '../reminders/participant.ts'

export const sendParticipantReminder = operation({
  name: 'send_participant_reminder',
  summary: 'Remind a participant of the next own step',
  description:
    'A contact gets at most one reminder a day over all enrollments, and none after opting out. Without a mail server, the mail is kept in the outbox.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['participant.reminded'],
  route: 'POST /enrollments/:id/participants/:participant_id/reminder',
  status: 201,
  input: z.strictObject({ id: RecordId.describe('ID of the enrollment'), participant_id: RecordId }),
  output: recordOf(Email),
  run: (context, place) =>
    context.store.write(async (tx) => {
      const email = await remindParticipantNow(tx, context, place)
      const details = { participant: place.participant_id }
      await recordAudit(tx, context, { action: 'participant.reminded', subject_id: place.id, details })
      return { data: email }
    }),
})
