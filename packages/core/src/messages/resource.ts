import type { z } from 'zod'
import { EnrollmentEventData, enrollmentEventExample as example } from '../enrollments/events/data.ts'
import { EXAMPLE_TIME, exampleId } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { messagesContract } from './contract.ts'
import { OwnMessage } from './message.ts'

const MessageData = EnrollmentEventData.extend({
  message: OwnMessage.meta({ reference: 'The message that was written.' }),
}).meta({ id: 'MessageEventData', reference: 'The enrollment, with the message.' })

const message: z.infer<typeof OwnMessage> = {
  id: exampleId(10),
  step_id: exampleId(6),
  kind: 'question',
  reason: null,
  participant_id: null,
  author_name: 'Ann Example',
  body: 'Where do I find our tax number?',
  by_mail: false,
  files: [],
  created_at: EXAMPLE_TIME,
}

/** The messages between contacts and members, by enrollment. */
export const messages = resource(messagesContract, {
  tables: {
    messages: { of: 'enrollment' },
    message_files: { of: 'enrollment', omit: ['stored_as'] },
    reply_addresses: {
      of: 'enrollment',
      key: ['enrollment_id', 'person_id'],
      unarchived: { from: 'all', because: 'each is made of its enrollment' },
    },
    received_mails: {
      of: 'enrollment',
      key: ['enrollment_id', 'mail_hash'],
      unarchived: { from: 'all', because: 'each has only a hash of a mail' },
    },
  },
  events: {
    'message.created': event(MessageData, {
      ...example,
      message,
    }),
    'link.requested': event(EnrollmentEventData, {
      ...example,
      status: 'expired',
      expires_at: EXAMPLE_TIME,
    }),
  },
})
