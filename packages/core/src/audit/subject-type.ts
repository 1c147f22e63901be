/** The kind of record where it is not named by the action: of a part, that of the whole. */
const SUBJECTS: Readonly<Record<string, string>> = {
  account: 'user',
  'application.disconnected': 'connection',
  authorization_code: 'connection',
  calendar: 'user',
  'contact.many_enrolled': 'guide',
  internal_note: 'enrollment',
  message: 'enrollment',
  ownership: 'user',
  participant: 'enrollment',
  password: 'user',
  password_link: 'user',
  recovery_code: 'user',
  recovery_codes: 'user',
  refresh_token: 'connection',
  second_factor: 'user',
  section: 'enrollment',
  sign_in: 'user',
  signed_in: 'user',
  step: 'enrollment',
}

/** The kind of record that the `subject_id` of an entry is of. */
export function subjectTypeOf(action: string): string {
  const [group = ''] = action.split('.')
  return SUBJECTS[action] ?? SUBJECTS[group] ?? group
}
