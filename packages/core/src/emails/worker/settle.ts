import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { delayAfter } from '../../queue/schedule.ts'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { tellUndelivered } from '../letters/assignee.ts'
import { type EmailRow, isPersonal } from '../store.ts'
import type { Ended } from './job.ts'

/** Writes down how attempts ended; of a mail that is refused for good, whoever looks after the enrollment is told, and receivers are. */
export async function settle(tx: Tx, context: Context, ended: readonly Ended[]): Promise<void> {
  for (const one of ended) {
    const outcome = outcomeOf(tx, one)
    const written = await write(tx, one.email, outcome)
    if (written && outcome.status === 'failed') await tellOfFailure(tx, context, { ...one.email, error: outcome.error })
  }
}

function outcomeOf(tx: Tx, { email, attempt }: Ended) {
  const { error, isRefused } = attempt
  if (error === undefined) return { status: 'sent' as const, error: null, sent_at: tx.time, next_attempt_at: null }
  const delay = isRefused ? undefined : delayAfter(email.attempts, undefined, Math.random())
  const next = delay === undefined ? null : later(tx.time, delay)
  const isLate = next !== null && email.send_before !== null && next >= email.send_before
  if (next === null || isLate) return { status: 'failed' as const, error, next_attempt_at: null }
  return { status: 'waiting' as const, error, next_attempt_at: next }
}

/** Ends a mail that is not to be sent any more. */
export async function skip(tx: Tx, email: EmailRow, why: string): Promise<void> {
  const attempts = email.attempts - 1
  await write(tx, email, { status: 'skipped', error: why, next_attempt_at: null, attempts })
}

type Outcome = Partial<Pick<EmailRow, 'status' | 'error' | 'sent_at' | 'next_attempt_at' | 'attempts'>>

/** @returns whether the mail was still held by the claim that sent it */
async function write(tx: Tx, email: EmailRow, outcome: Outcome): Promise<boolean> {
  const { emails } = tx.tables
  const { workspace_id, id, attempts, lease_until } = email
  // What opens an account is not kept once it is on its way, or can be no more.
  const isOver = isPersonal(email) && outcome.status !== 'waiting'
  const written = await tx.db
    .update(emails)
    .set({ ...outcome, ...(isOver && { sealed_message: null }), lease_until: null, updated_at: tx.stamp })
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

async function tellOfFailure(tx: Tx, context: Context, email: EmailRow): Promise<void> {
  const { workspace_id, enrollment_id, contact_id, id, kind, recipient, subject, error } = email
  if (contact_id === null || enrollment_id === null) return
  const enrollment = await findEnrollment(tx, workspace_id, enrollment_id)
  if (!enrollment) return
  await tellUndelivered(tx, context, enrollment, subject)
  const details = { email: { id, kind, recipient, subject, error } }
  await recordEnrollmentEvent(tx, context, 'email.failed', enrollment, tx.stamp, details)
}
