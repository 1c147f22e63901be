import { contract } from '../contract/contract.ts'

/** `kept`: there is no mail server, so members pass it on. `skipped`: it was no longer needed when it was due. */
export const EMAIL_STATUSES = ['waiting', 'sent', 'failed', 'kept', 'skipped'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** The condition on which an email waits: the time of its next attempt, or a turn alone, because it may end its process. */
export type EmailWaitsFor = 'time' | 'alone'

export const EMAIL_KINDS = [
  'invitation',
  'reminder',
  'daily_mail',
  'week_ahead',
  'answer',
  'question',
  'link_request',
  'completed',
  'answers_changed',
  'changes_requested',
  'mention',
  'digest',
  'undelivered',
  'refused_reply',
  'endpoint_failing',
  'endpoint_disabled',
  'backup_failed',
  'member_invitation',
  'password_link',
  'security_notice',
  'test',
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** The mail that contacts can stop: the link in each mail. */
export const STOPPABLE_KINDS: readonly EmailKind[] = ['reminder', 'daily_mail', 'week_ahead']

/** How the connection to a mail server is encrypted: from its beginning, after the command STARTTLS, or not at all. */
export const ENCRYPTIONS = ['tls', 'starttls', 'none'] as const
export type Encryption = (typeof ENCRYPTIONS)[number]

/** Where the mail server is set. */
export const MAIL_SERVER_SOURCES = ['environment', 'console'] as const

/** The mails whose texts a workspace can write itself: to contacts, and the notice of a completion to the team. */
export const MAIL_TEXT_KINDS = [
  'invitation',
  'reminder_not_started',
  'reminder_stalled',
  'reminder_expiring',
  'completion',
] as const
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number]

/** The mails whose texts follow from what is due, so that nobody writes them. */
export const PLAN_MAIL_KINDS = ['daily_mail', 'week_ahead', 'digest'] as const
export type PlanMailKind = (typeof PLAN_MAIL_KINDS)[number]

/** The reasons why a mail was not sent, with the beginning of `error`; other texts are replies of the mail server. */
export const EMAIL_ERRORS = {
  too_late: 'It is too old to be sent',
  contact_deleted: 'The contact was deleted',
  unsubscribed: 'The contact opted out of reminders',
  nothing_to_remind_of: 'The reminder is no longer needed',
  opened_meanwhile: 'The contact has continued the guide meanwhile',
  read_meanwhile: 'It was read in Handrail meanwhile',
  replaced: 'A newer mail has taken its place',
  unreadable: 'Its text cannot be decrypted',
  given_up: 'Not retried: the service ended',
  server_untrusted: 'The mail server could not be used: its certificate is not trusted',
  server_expired: 'The mail server could not be used: its certificate has expired',
  server_misnamed: 'The mail server could not be used: its certificate is for another host name',
  server_not_found: 'The mail server could not be used: its host name was not found',
  server_closed: 'The mail server could not be used: it accepts no connections at this port',
  server_silent: 'The mail server could not be used: it did not reply in time',
  server_sign_in: 'The mail server could not be used: it rejected the user name or the password',
  server_wants_sign_in: 'The mail server could not be used: it requires a user name and a password',
  server_unencrypted: 'The mail server could not be used: it offers no encryption (TLS) at this port',
  server_forbidden: 'The mail server could not be used: its address is within a private network',
  sender_refused: 'The mail server could not be used: it rejected the sender address',
  // After the more specific reasons, which begin with the same words.
  server_away: 'The mail server could not be used',
  bounced: 'The mail was returned',
  refused: 'The mail server rejected the mail',
  put_off: 'The mail server deferred the mail',
  kept: 'It was not sent because there was no mail server',
} as const
export type EmailError = keyof typeof EMAIL_ERRORS

/** The texts of earlier releases, which stored mails still have. */
const EARLIER_EMAIL_ERRORS: Partial<Record<EmailError, string>> = {
  too_late: 'It came too late to be of use',
  unsubscribed: 'The contact asked for no more reminders',
  nothing_to_remind_of: 'There is nothing to remind of any more',
  unreadable: 'Its text cannot be read',
  given_up: 'Given up: the service ended',
  refused: 'The mail server refused the mail',
  put_off: 'The mail server put off the mail',
}

/** The reason why a mail was not sent, and the rest of `error`; undefined for a reply of the mail server. */
export function emailErrorOf(error: string): { reason: EmailError; detail: string } | undefined {
  const texts = [...Object.entries(EMAIL_ERRORS), ...Object.entries(EARLIER_EMAIL_ERRORS)]
  const found = texts.find(([, text]) => error.startsWith(text))
  // The keys of the objects above.
  return found && { reason: found[0] as EmailError, detail: error.slice(found[1].length) }
}

/** The causes of reminders, the most urgent first. */
export const REMINDER_CAUSES = ['expiring', 'stalled', 'not_started'] as const
export type ReminderCause = (typeof REMINDER_CAUSES)[number]

/**
 * The mail about their work that members can switch off: due and late steps, questions, and what turned late, which are in the
 * digest, and mentions, which are mailed at once.
 */
export const MEMBER_MAILS = ['steps', 'reviews', 'questions', 'turned_late', 'mentions'] as const
export type MemberMail = (typeof MEMBER_MAILS)[number]

/** Those that are parts of the digest. */
export type DigestMail = Exclude<MemberMail, 'mentions'>

/**
 * Why a person is told of a thing by the daily mail or the digest, the least urgent first: it is due this week, its section opened, it is
 * due within two working days, today, or is late.
 */
export const STAGES = ['week', 'opened', 'due', 'today', 'late'] as const
export type Stage = (typeof STAGES)[number]

/** What a person was told of, by key: at which stage, and on which date. */
export type Told = Record<string, { stage: Stage; on: string }>

/** Why kept mail is left when the others are sent: it would mislead, or it is no longer needed. */
export const KEPT_REASONS = ['too_old', 'opened_meanwhile', 'replaced', 'opted_out', 'contact_deleted'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** Outgoing mail. Its operations require the rights of enrollments. */
export const emailsContract = contract({
  name: 'emails',
  rights: {},
  events: {
    'email.failed': 'A mail to a contact could not be delivered and is not retried',
  },
  about: 'enrollments',
  reads: {
    listEmails: { enrollments: 'any' },
    getEmail: {},
    getMailSettings: {},
    getMailServer: {},
    getOwnMail: {},
    getKeptEmails: { enrollments: 'any' },
  },
})
