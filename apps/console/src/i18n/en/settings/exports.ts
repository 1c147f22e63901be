export const exports = {
  action: 'Export',
  format: { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' },
  title: 'Export',
  lead: 'All data of this workspace, to keep or to move elsewhere.',
  whole: 'The whole workspace',
  whole_text:
    'One zip archive: contacts, organisations, guides in all versions, enrollments with answers and messages, mail and the audit log as JSON lines, and the uploaded files. Passwords, keys and access links are not included.',
  whole_action: 'Download the archive',
  keep: 'Anyone with this file can read all of it. Store it as safely as a backup.',
  contact_data: 'Download all data',
  erase: 'Erase for good',
  erase_title: 'Erase {{name}} for good?',
  erase_text:
    'The contact, their enrollments, answers, files, messages and mail are erased and cannot be restored. The audit log records this without the name.',
  erased: '{{name}} erased',
  guide_json: 'Save as JSON',
  from_json: 'Open JSON',
  not_a_guide: 'This file is not a guide saved as JSON.',
} as const
