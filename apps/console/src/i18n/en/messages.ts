export const messages = {
  none: 'Nothing was asked yet. What the contact writes in the guide is here.',
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
  none: 'No file was sent yet.',
  download: 'Download',
  delete: 'Delete {{name}}',
  delete_text: 'The file is lost for good. The contact can send it again.',
} as const

export const outbox = {
  all: 'All mail',
  lead: 'What contacts and members are told by mail. Without a mail server nothing goes out by itself: copy the link and pass it on.',
  mail: 'Mail',
  none: 'No mail here',
  none_text: 'Invitations, reminders and answers turn up here.',
  not_sent_one: '{{count}} not sent',
  not_sent_other: '{{count}} not sent',
  none_here: 'Nothing was mailed about this yet.',
  to: 'To {{name}}',
  send_again: 'Send it now',
  sent_again: 'It is on its way',
  status: {
    waiting: 'Waiting',
    sent: 'Sent',
    failed: 'Not delivered',
    kept: 'Pass it on',
    skipped: 'Not needed',
  },
  error: {
    too_late: 'It came too late to be of use',
    contact_deleted: 'The contact was deleted',
    unsubscribed: 'The contact asked for no more reminders',
    nothing_to_remind_of: 'There is nothing to remind of any more',
    unreadable: 'Its text cannot be read',
    given_up: 'Given up: the service ended{{detail}}',
    server_away: 'The mail server could not be used{{detail}}',
    refused: 'The mail server refused the mail{{detail}}',
    put_off: 'The mail server put off the mail{{detail}}',
  },
} as const
