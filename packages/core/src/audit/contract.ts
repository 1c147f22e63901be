/** The actions of the audit log: what they concern, and what was done. Entries of other releases may have others. */
export const AUDIT_ACTIONS = [
  'account.changed',
  'api_key.created',
  'api_key.refused',
  'api_key.revoked',
  'application.changed',
  'application.connected',
  'application.created',
  'application.deleted',
  'application.disconnected',
  'application.refused',
  'application.secret_rotated',
  'application.secrets_removed',
  'authorization_code.replayed',
  'backup.failed',
  'backup.made',
  'calendar.removed',
  'calendar.renewed',
  'contact.deleted',
  'contact.erased',
  'contact.many_deleted',
  'contact.many_enrolled',
  'contact.many_imported',
  'contact.many_moved',
  'contact.many_reminded',
  'contact.many_restored',
  'contact.moved',
  'contact.restored',
  'email.many_resent',
  'email.resent',
  'enrollment.changed',
  'enrollment.deleted',
  'enrollment.invited',
  'enrollment.link_renewed',
  'enrollment.many_changed',
  'enrollment.many_deleted',
  'enrollment.many_reminded',
  'enrollment.reminded',
  'enrollment.rescheduled',
  'export.created',
  'file.deleted',
  'guide.archived',
  'guide.changes_discarded',
  'guide.contacts_moved',
  'guide.created',
  'guide.deleted',
  'guide.published',
  'guide.unarchived',
  'guide.version_restored',
  'import.created',
  'import.discarded',
  'import.started',
  'import.undone',
  'internal_note.deleted',
  'invitation.accepted',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'mail_server.removed',
  'mail_server.set',
  'mail_text.changed',
  'mail_text.reset',
  'member.removed',
  'member.role_changed',
  'message.answered',
  'organisation.deleted',
  'organisation.many_deleted',
  'ownership.transferred',
  'participant.added',
  'participant.link_renewed',
  'participant.many_added',
  'participant.many_removed',
  'participant.reminded',
  'participant.removed',
  'participant.role_changed',
  'password.changed',
  'password.refused',
  'password.reset',
  'password_link.issued',
  'password_link.issued_without_second_factor',
  'password_link.requested',
  'recovery_code.used',
  'recovery_codes.renewed',
  'refresh_token.reused',
  'second_factor.added',
  'second_factor.removed',
  'section.closed',
  'section.opened',
  'session.ended',
  'session.others_ended',
  'set_up_link.issued',
  'sign_in.failed',
  'signed_in',
  'step.accepted',
  'step.assigned',
  'step.changes_requested',
  'step.date_changed',
  'step.reopened',
  'step.skipped',
  'step.unskipped',
  'user.created',
  'webhook_delivery.many_resent',
  'webhook_delivery.resent',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'webhook_endpoint.disabled',
  'webhook_endpoint.enabled',
  'webhook_endpoint.paused',
  'webhook_endpoint.recovered',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.updated',
  'workspace.changed',
  'workspace.created',
  'workspace.deleted',
  'workspace.plan_changed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The actions by which a credential was refused. They are counted: one entry for a burst. */
export const REFUSALS = ['api_key.refused', 'application.refused', 'password.refused', 'sign_in.failed'] as const
export type Refused = (typeof REFUSALS)[number]

/** Why a credential was refused. */
export const REFUSAL_REASONS = [
  'wrong_password',
  'wrong_code',
  'too_many_attempts',
  'wrong_credentials',
  'revoked',
  'expired',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/**
 * The source of an action: a page, the API with a key, the API through an OAuth application (for a person, or by itself), the MCP endpoint with
 * either, the guide player, a reply by mail, the command, or the service itself.
 */
export const SOURCES = ['console', 'api', 'oauth', 'mcp', 'player', 'mail', 'command_line', 'service'] as const
export type Source = (typeof SOURCES)[number]

/**
 * Why an operation that changes something has no entry, with the sentence of the documentation. Its changes can be seen elsewhere, or
 * are of the caller alone.
 */
export const UNAUDITED = {
  event:
    'Every record that is added or replaced has an event, which says when and what; imports of many have an entry as well.',
  activity: 'What customers do in their guide is in the activity of the enrollment, with their names.',
  draft: 'Drafts of guides reach nobody until they are published; the history of a guide names who has written in it.',
  completion: 'A step that is completed names who has completed it, and has an event.',
  shared_list:
    'Saved views and marks of what was read or dealt with change what the team sees, and no data of customers.',
  own: 'It concerns only the person who does it: preferences, tests by mail to the own address, an offer that is not taken up yet.',
  preview: 'It only prepares or continues what has an entry of its own when it is carried out.',
} as const
export type Unaudited = keyof typeof UNAUDITED

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
