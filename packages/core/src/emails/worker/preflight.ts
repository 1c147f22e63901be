import { findContact } from '../../contacts/store.ts'
import { isMentionRead } from '../../enrollments/inbox/store.ts'
import { participationsOf } from '../../enrollments/participants/store.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { isOpen } from '../../enrollments/transitions.ts'
import type { Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import { claimDayOf } from '../daily/day-of-contact.ts'
import { nextMorning } from '../daily/morning.ts'
import { isOver } from '../daily/participants/is-over.ts'
import { quietUntil } from '../reminders/quiet-until.ts'
import { isDue, reminderOf, sentRecently } from '../reminders/rules.ts'
import type { EmailRow } from '../store.ts'

/** The reason why a due mail is not sent, permanently or until a time. */
type Refusal = { why: string; until?: undefined } | { until: string }

export function isExpired({ send_before }: Pick<EmailRow, 'send_before'>, time: string): boolean {
  return send_before !== null && send_before <= time
}

/** Checks whether a mail should still be sent. */
export async function preflight(tx: Tx, email: EmailRow): Promise<Refusal | undefined> {
  const { workspace_id, contact_id } = email
  if (isExpired(email, tx.time)) return { why: EMAIL_ERRORS.too_late }
  if (email.kind === 'mention' && (await isMentionRead(tx, email))) return { why: EMAIL_ERRORS.read_meanwhile }
  if (contact_id === null) return undefined
  const contact = await findContact(tx, workspace_id, contact_id)
  if (!contact) return { why: EMAIL_ERRORS.contact_deleted }
  const isOfDay = email.kind === 'daily_mail' || email.kind === 'week_ahead'
  if (!isOfDay && email.cause === null) return undefined
  if (contact.unsubscribed_at !== null) return { why: EMAIL_ERRORS.unsubscribed }
  if (isOfDay) return (await isOver(tx, email)) ? { why: EMAIL_ERRORS.nothing_to_remind_of } : undefined
  return reasonToSkip(tx, email, contact_id)
}

/** The cause no longer applies, it is in quiet hours, or the contact had a reminder today. */
async function reasonToSkip(tx: Tx, email: EmailRow, contact_id: string): Promise<Refusal | undefined> {
  const { workspace_id } = email
  if (!(await isNeeded(tx, email, contact_id))) return { why: EMAIL_ERRORS.nothing_to_remind_of }
  const free = await sentRecently(tx, { workspace_id, contact_id, except: email.id })
  if (free !== undefined) return { until: free }
  const morning = await quietUntil(tx, workspace_id)
  if (morning !== undefined) return { until: morning }
  // After an outage, it is the mail of another day than that on which it was written.
  const isTodays = await claimDayOf(tx, { workspace_id, contact_id }, { at: tx.time, email_id: email.id })
  return isTodays ? undefined : { until: await nextMorningOf(tx, workspace_id) }
}

/** Whether the cause of a reminder still applies; to a participant, as long as the participant has done nothing since. */
async function isNeeded(tx: Tx, email: EmailRow, contact_id: string): Promise<boolean> {
  const { workspace_id, cause } = email
  const enrollment_id = email.enrollment_id ?? ''
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id)
  if (!enrollment) return false
  if (enrollment.contact_id === contact_id) {
    const reminder = await reminderOf(tx, { workspace_id, enrollment_id, cause: cause ?? 'stalled' })
    return reminder !== undefined && isDue(enrollment, reminder.cause, reminder.basis, tx.time)
  }
  const taking = await participationsOf(tx, { workspace_id, contact_id })
  const participant = taking.find((one) => one.enrollment_id === enrollment_id)
  return (
    isOpen(enrollment.status) && participant !== undefined && (participant.last_activity_at ?? '') <= email.created_at
  )
}

async function nextMorningOf(tx: Tx, workspace_id: string): Promise<string> {
  const workspace = await findWorkspace(tx, workspace_id)
  return nextMorning(tx.time, workspace?.time_zone ?? 'UTC')
}
