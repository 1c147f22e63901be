export const exports = {
  action: 'Export',
  title: 'Export',
  lead: 'Everything of this workspace, to keep or to take elsewhere.',
  whole: 'The whole workspace',
  whole_text:
    'One zip archive: contacts, organisations, guides in all versions, enrollments with answers and messages, mail and the audit log as JSON lines, and the files that people sent. Passwords, keys and links that open something are not in it.',
  whole_action: 'Download the archive',
  keep: 'Whoever has this file can read all of it. Keep it as you keep a backup.',
  contact_data: 'Download all data',
  erase: 'Erase for good',
  erase_title: 'Erase {{name}} for good?',
  erase_text:
    'The contact, their enrollments, answers, files, messages and mail are erased and cannot be brought back. The audit log notes that it was done, without the name.',
  erased: '{{name}} erased',
  guide_json: 'Save as JSON',
  from_json: 'Open JSON',
  not_a_guide: 'This file is no guide that was saved as JSON.',
} as const
