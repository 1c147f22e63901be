import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { GIVEN_UP } from '../../queue/leases.ts'
import { delayAfter } from '../../queue/schedule.ts'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import { type EmailRow, isAccountMail } from '../store.ts'
import { emailUndelivered } from '../templates/assignee.ts'
import type { Ended } from './job.ts'

/** Records the outcomes of attempts; a permanent rejection notifies the assignee and emits an event. */
export async function recordOutcomes(tx: Tx, context: Context, ended: readonly Ended[]): Promise<void> {
  for (const one of ended) {
    const outcome = outcomeOf(tx, one)
    const written = await write(tx, one.email, outcome)
    if (written && outcome.status === 'failed') await emitFailure(tx, context, { ...one.email, error: outcome.error })
  }
}

/** Ends a mail whose sending has ended the process too often. */
export async function giveUp(tx: Tx, context: Context, email: EmailRow): Promise<void> {
  const failed = { status: 'failed' as const, error: GIVEN_UP, next_attempt_at: null, attempts: email.attempts - 1 }
  if (await write(tx, email, failed)) await emitFailure(tx, context, { ...email, error: GIVEN_UP })
}

function outcomeOf(tx: Tx, { email, attempt }: Ended): Outcome & Pick<EmailRow, 'error'> {
  const { error = null, isRefused, isServerAway } = attempt
  if (error === null) return { status: 'sent', error, sent_at: tx.time, next_attempt_at: null }
  // The mail was not attempted: it stays due until the server is available.
  if (isServerAway) return { status: 'waiting', error, attempts: email.attempts - 1 }
  const delay = isRefused ? undefined : delayAfter(email.attempts, undefined, Math.random())
  const next = delay === undefined ? null : later(tx.time, delay)
  const isLate = next !== null && email.send_before !== null && next >= email.send_before
  if (next === null || isLate) return { status: 'failed', error, next_attempt_at: null }
  return { status: 'waiting', error, next_attempt_at: next, waiting_for: 'time' }
}

/** Ends a mail that should no longer be sent. */
export async function skip(tx: Tx, email: EmailRow, why: string): Promise<void> {
  const attempts = email.attempts - 1
  await write(tx, email, { status: 'skipped', error: why, next_attempt_at: null, attempts })
}

/** Ends expired mails of one workspace that are not being sent. */
export async function skipExpired(tx: Tx, workspace_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { emails } = tx.tables
  const outcome = { status: 'skipped' as const, error: EMAIL_ERRORS.too_late, next_attempt_at: null, losses: 0 }
  await tx.db
    .update(emails)
    .set({ ...outcome, ...(isAccountMail({ workspace_id }) && { sealed_message: null }), updated_at: tx.stamp })
    .where(and(eq(emails.workspace_id, workspace_id), inArray(emails.id, ids), isNull(emails.lease_until)))
}

type Outcome = Partial<Pick<EmailRow, 'status' | 'error' | 'sent_at' | 'next_attempt_at' | 'waiting_for' | 'attempts'>>

/** @returns whether the mail was still leased by the claim that sent it */
async function write(tx: Tx, email: EmailRow, outcome: Outcome): Promise<boolean> {
  const { emails } = tx.tables
  const { workspace_id, id, attempts, lease_until } = email
  // A link that gives access to an account is deleted once it is sent or can no longer be sent.
  const isOver = isAccountMail(email) && outcome.status !== 'waiting'
  const written = await tx.db
    .update(emails)
    .set({ losses: 0, ...outcome, ...(isOver && { sealed_message: null }), lease_until: null, updated_at: tx.stamp })
    .where(
      and(
        eq(emails.workspace_id, workspace_id),
        eq(emails.id, id),
        eq(emails.attempts, attempts),
        eq(emails.lease_until, lease_until ?? ''),
      ),
    )
    .returning({ id: emails.id })
  return written.length > 0
}

/** Reports to the team that a mail to a contact did not arrive. */
export async function emitFailure(tx: Tx, context: Context, email: EmailRow): Promise<void> {
  const { workspace_id, enrollment_id, contact_id, id, kind, recipient, subject, error } = email
  if (contact_id === null || enrollment_id === null) return
  // The lock orders the event among the other events of the enrollment.
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id, 'change')
  if (!enrollment) return
  await emailUndelivered(tx, context, enrollment, subject)
  const details = { email: { id, kind, recipient, subject, error } }
  await recordEnrollmentEvent(tx, context, 'email.failed', enrollment, tx.stamp, details)
}
