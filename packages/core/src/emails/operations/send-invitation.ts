import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf, text } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { Email } from '../email.ts'
import { invite } from '../templates/invitation.ts'

const InvitationMessage = text(2000).describe('Text for the contact, shown above the link')

export const sendInvitation = operation({
  name: 'send_invitation',
  summary: 'Send a contact the invitation to the guide, or send it again',
  description:
    'The link of the enrollment is mailed to its contact. Without a mail server, the mail is kept in the outbox, so that you can pass on the link.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['enrollment.invited'],
  route: 'POST /enrollments/:id/invitation',
  body: 'invitation',
  status: 201,
  input: z.strictObject({ id: RecordId, message: InvitationMessage.optional() }),
  output: recordOf(Email),
  example: { message: 'Shall we look at it together on Thursday?' },
  run: (context, { id, message }) =>
    context.store.write(async (tx) => {
      const enrollment = existing(await findEnrollment(tx, context.caller.workspace_id, id))
      if (!isOpen(enrollment.status))
        throw validationError({
          status: fieldError('wrong_state', `is ${enrollment.status}: the enrollment must be open`),
        })
      const email = await invite(tx, context, enrollment, message)
      if (!email) throw validationError({ contact_id: fieldError('wrong_state', 'was deleted') })
      await recordAudit(tx, context, { action: 'enrollment.invited', subject_id: id })
      return { data: email }
    }),
})
