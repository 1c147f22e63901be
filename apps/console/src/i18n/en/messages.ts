export const messages = {
  none: 'No messages yet. Messages that the contact writes in the guide appear here.',
  answer: 'Your answer',
  send: 'Send answer',
  sent: 'Answer sent',
  mark_read: 'Needs no answer',
  reason: {
    unclear: 'It is unclear',
    missing_information: 'Information is missing',
    no_access: 'No access',
    not_mine: 'Somebody else has to do it',
    broken: 'Something does not work',
    other: 'Another reason',
  },
} as const

export const files = {
  none: 'No files yet.',
  download: 'Download',
  delete: 'Delete {{name}}',
  delete_text: 'The file is deleted for good. The contact can send it again.',
} as const

export const outbox = {
  all: 'All mail',
  lead: 'All mail to contacts and members. Without a mail server, nothing is sent: copy the link and pass it on.',
  mail: 'Mail',
  none: 'No mail',
  none_text: 'Invitations, reminders and answers appear here.',
  not_sent_one: '{{count}} not sent',
  not_sent_other: '{{count}} not sent',
  none_here: 'No mail about this yet.',
  to: 'To {{name}}',
  send_again: 'Send it now',
  sent_again: 'It is being sent',
  status: {
    waiting: 'Waiting',
    sent: 'Sent',
    failed: 'Not delivered',
    kept: 'Pass it on',
    skipped: 'Not needed',
  },
  error: {
    too_late: 'Too late to be useful',
    contact_deleted: 'The contact was deleted',
    unsubscribed: 'The contact asked for no more reminders',
    nothing_to_remind_of: 'Nothing is left to remind the contact of',
    unreadable: 'Its text cannot be read',
    given_up: 'Cancelled: the service stopped{{detail}}',
    server_away: 'The mail server could not be used{{detail}}',
    refused: 'The mail server refused the mail{{detail}}',
    put_off: 'The mail server deferred the mail{{detail}}',
  },
} as const
