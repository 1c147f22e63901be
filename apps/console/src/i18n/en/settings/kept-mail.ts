/** Mail that was kept without a mail server: loaded with its pages. */
export const kept_mail = {
  title_one: '{{count}} mail was kept while there was no mail server',
  title_other: '{{number}} mails were kept while there was no mail server',
  send_one: 'Send {{count}} kept mail',
  send_other: 'Send {{number}} kept mails',
  ask_one: 'Send {{count}} kept mail?',
  ask_other: 'Send {{number}} kept mails?',
  text: 'They are sent in turns with other mail, to the current addresses.',
  left: 'Not sent:',
  left_too_old_one:
    '{{count}} is older than 14 days or about an enrollment that has ended. You can still send it by itself.',
  left_too_old_other:
    '{{count}} are older than 14 days or about enrollments that have ended. You can still send each by itself.',
  left_opened_meanwhile_one: '{{count}} is to a contact who has continued meanwhile.',
  left_opened_meanwhile_other: '{{count}} are to contacts who have continued meanwhile.',
  left_replaced_one: '{{count}} is followed by a newer mail.',
  left_replaced_other: '{{count}} are followed by a newer mail.',
  left_opted_out_one: '{{count}} is to a contact who wants no reminders.',
  left_opted_out_other: '{{count}} are to contacts who want no reminders.',
  left_contact_deleted_one: '{{count}} is to a deleted contact.',
  left_contact_deleted_other: '{{count}} are to deleted contacts.',
  sent_one: '{{count}} mail is being sent',
  sent_other: '{{count}} mails are being sent',
} as const
