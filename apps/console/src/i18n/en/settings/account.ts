import * as shared from '@handrail/core/pages/en'

/** The texts of the page of the own account. Without scripts, the server has a page with the same ones. */
export const account = {
  title: 'Your account',
  email: 'E-mail',
  name: 'Name',
  password: 'Password',
  current_password: 'Current password',
  new_password: 'New password',
  code: 'Code',
  preferences: 'Language, theme and keyboard',
  character_keys: 'Shortcuts of one character',
  character_keys_text:
    'Such as J for the next row, G then C for a page and ? for the list of shortcuts. Switch them off if you dictate, or press keys by accident. Ctrl K stays. Kept in this browser.',
  mail: 'Your mail',
  mail_text:
    'A digest comes in the morning of working days, if something in {{workspace}} waits for you or has changed. Choose what it contains.',
  mail_kind: {
    steps: 'Your steps that are late, or due within two working days',
    questions: 'Questions that nobody has read or answered',
    reviews: 'What customers have sent for you to review',
    turned_late: 'Customers who turned late',
    mentions: 'Mentions in internal notes, at once unless you have read them',
  },
  calendar: 'Calendar of your dates',
  calendar_text:
    'A calendar program shows when your steps in {{workspace}} are due. Whoever has the address sees them.',
  calendar_make: 'Get the address',
  calendar_renew: 'New address',
  calendar_remove: 'Switch it off',
  session_ended: 'Session ended',
  renew_title: 'Make new recovery codes?',
  renew_text: 'The codes that you have now stop working.',
  remove_title: 'Remove the second factor?',
  remove_text: 'Your password alone is then enough to sign in.',
  ...shared.account,
} as const

export { assistants, connections as own_connections, second_factor } from '@handrail/core/pages/en'
