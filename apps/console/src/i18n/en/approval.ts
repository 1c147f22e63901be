/** The record of what a customer has approved. */
export const approval = {
  title: 'Approval of “{{step}}”',
  changes_title: 'Changes to “{{step}}”',
  approved: 'Approved',
  asked: 'Changes asked for',
  by: 'By',
  signed: 'Typed name',
  when: 'When',
  address: 'Network address',
  unknown: 'Not known',
  hash: 'SHA-256 of the text and the files',
  note: 'Changes that were asked for',
  files: 'Files',
  exact: 'The exact text',
  agreement: 'It is an agreement by name, not a qualified electronic signature.',
  print: 'Print',
} as const
