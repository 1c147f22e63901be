import type { z } from 'zod'
import { EnrollmentEventData, enrollmentEventExample } from '../enrollments/events/data.ts'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { emailsContract } from './contract.ts'
import { Email } from './email.ts'

const FailedEmail = Email.pick({ id: true, kind: true, recipient: true, subject: true, error: true }).meta({
  reference: 'The mail that could not be delivered.',
})
const FailedData = EnrollmentEventData.extend({ email: FailedEmail }).meta({
  id: 'EmailFailedEventData',
  reference: 'The enrollment, with the mail that could not be delivered.',
})

const failed: z.infer<typeof FailedEmail> = {
  id: exampleId(9),
  kind: 'invitation',
  recipient: 'zoe@harbour.example',
  subject: 'Harbour Bakery has a guide for you: Getting started',
  error: '550 There is no such mailbox',
}

/** Outgoing mail. Its operations require the rights of enrollments. */
export const emails = resource(emailsContract, {
  tables: {
    emails: { of: 'contact', omit: ['lease_until', 'leased_by', 'waiting_for', 'losses'] },
    mail_servers: {
      of: 'instance',
      unarchived: { from: 'all', because: 'it belongs to the instance, and its password is a secret' },
    },
    daily_mail_schedules: {
      of: 'contact',
      key: ['contact_id'],
      unarchived: { from: 'all', because: 'it says when the contact is looked at next' },
    },
    daily_mails: {
      of: 'contact',
      key: ['contact_id', 'day'],
      unarchived: { from: 'all', because: 'each is an email, which is archived' },
    },
    reminders: { of: 'enrollment', unarchived: { from: 'all', because: 'each is an email, which is archived' } },
  },
  section: {
    name: 'Outbox',
    record: 'The mail in the outbox.',
    description: 'Mail to contacts and members, sent or waiting.',
  },
  events: {
    'email.failed': event(FailedData, {
      ...enrollmentEventExample,
      email: failed,
    }),
  },
  examples: {
    record: {
      id: exampleId(9),
      kind: 'invitation',
      status: 'sent',
      recipient: 'zoe@harbour.example',
      recipient_name: 'Zoé Baker',
      subject: 'Harbour Bakery has a guide for you: Getting started',
      enrollment_id: exampleId(4),
      contact_id: exampleId(1),
      attempts: 1,
      error: null,
      next_attempt_at: null,
      sent_at: EXAMPLE_TIME,
      ...exampleTimes,
    },
  },
})
