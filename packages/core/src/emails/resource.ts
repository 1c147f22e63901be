import { EXAMPLE_TIME, exampleId, exampleTimes } from '../fields/example.ts'
import { resource } from '../resource.ts'

/** What goes out by mail. Its operations ask for the rights over enrollments, which it is about. */
export const emails = resource({
  name: 'emails',
  tag: { name: 'Outbox', description: 'What contacts and members are told by mail, sent or waiting.' },
  rights: {},
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
