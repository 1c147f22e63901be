import { and, asc, count, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import { EMAIL_ERRORS, type EmailError, type KeptReason } from '../contract.ts'

/** An older mail would surprise its recipient. It can still be sent by itself. */
export const SENDABLE_DAYS = 14

interface Asking {
  workspace_id: string
  now: string
}

export interface KeptMail {
  id: string
  created_at: string
  reason: KeptReason | 'none'
}

/**
 * The kept mail of a workspace, oldest first, each with the reason for which it is not sent; without mail that was left before because
 * it is too old.
 */
export function keptMail(reader: Reader, { workspace_id, now }: Asking, after: KeptMail | undefined, limit: number) {
  const { emails: t, contacts, enrollments } = reader.tables
  const isToContact = sql`${t.contact_id} is not null`
  const isInvitation = sql`${t.kind} in ('invitation', 'reminder')`
  const isReplaced = sql`exists (select 1 from emails newer where newer.workspace_id = ${t.workspace_id}
    and newer.enrollment_id = ${t.enrollment_id} and newer.contact_id = ${t.contact_id}
    and newer.kind in ('invitation', 'reminder') and newer.status in ('sent', 'waiting', 'kept')
    and (newer.created_at, newer.id) > (${t.created_at}, ${t.id}))`
  const isOld = or(
    lt(t.created_at, later(now, -SENDABLE_DAYS * DAY_MS)),
    lt(t.send_before, now),
    and(isInvitation, inArray(enrollments.status, ['completed', 'expired'])),
  )
  const reason = sql<KeptMail['reason']>`case
    when ${isToContact} and (${contacts.id} is null or ${contacts.deleted_at} is not null) then 'contact_deleted'
    when ${t.kind} = 'reminder' and ${contacts.unsubscribed_at} is not null then 'opted_out'
    when ${isToContact} and ${enrollments.last_activity_at} > ${t.updated_at} then 'opened_meanwhile'
    when ${isToContact} and ${isInvitation} and ${isReplaced} then 'replaced'
    when ${isOld} then 'too_old'
    else 'none' end`.as('reason')
  return reader.db
    .select({ id: t.id, created_at: t.created_at, reason })
    .from(t)
    .leftJoin(contacts, and(eq(contacts.workspace_id, t.workspace_id), eq(contacts.id, t.contact_id)))
    .leftJoin(enrollments, and(eq(enrollments.workspace_id, t.workspace_id), eq(enrollments.id, t.enrollment_id)))
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        // The condition matches an index.
        sql`${t.status} not in ('waiting', 'sent') and ${t.status} = 'kept'`,
        // Found too old before.
        or(isNull(t.error), ne(t.error, EMAIL_ERRORS.too_late)),
        after && or(gt(t.created_at, after.created_at), and(eq(t.created_at, after.created_at), gt(t.id, after.id))),
      ),
    )
    .orderBy(asc(t.created_at), asc(t.id))
    .limit(limit)
}

/** The most kept mail that is examined for its counts: about 40 ms of the database. */
export const COUNTED_KEPT = 5000

/** How much kept mail can be sent, and how much is left for each reason, among the oldest. */
export async function countKept(reader: Reader, asking: Asking): Promise<Map<KeptMail['reason'], number>> {
  const kept = keptMail(reader, asking, undefined, COUNTED_KEPT).as('kept_mail')
  const counted = await reader.db.select({ reason: kept.reason, total: count() }).from(kept).groupBy(kept.reason)
  return new Map(counted.map(({ reason, total }) => [reason, total]))
}

/** The words at mail that is left. */
const ERRORS: Record<KeptReason, EmailError> = {
  too_old: 'too_late',
  opened_meanwhile: 'opened_meanwhile',
  replaced: 'replaced',
  opted_out: 'unsubscribed',
  contact_deleted: 'contact_deleted',
}

/** Releases mail to the queue, and ends what is no longer needed; mail that is too old stays, with the reason. */
export async function releaseKept(tx: Tx, workspace_id: string, mails: readonly KeptMail[]): Promise<void> {
  const { emails } = tx.tables
  const at = tx.stamp
  for (const [reason, some] of Map.groupBy(mails, (mail) => mail.reason)) {
    const ids = some.map(({ id }) => id)
    const outcome =
      reason === 'none'
        ? {
            status: 'waiting' as const,
            attempts: 0,
            losses: 0,
            error: null,
            next_attempt_at: tx.time,
            waiting_for: null,
          }
        : {
            status: reason === 'too_old' ? ('kept' as const) : ('skipped' as const),
            error: EMAIL_ERRORS[ERRORS[reason]],
          }
    await tx.db
      .update(emails)
      .set({ ...outcome, updated_at: at })
      .where(and(eq(emails.workspace_id, workspace_id), inArray(emails.id, ids), eq(emails.status, 'kept')))
    if (reason === 'none') await correctRecipients(tx, workspace_id, ids)
  }
}

/** The addresses of contacts can have been corrected since the mail was written. */
async function correctRecipients(tx: Tx, workspace_id: string, ids: readonly string[]): Promise<void> {
  const { emails, contacts } = tx.tables
  const wrong = await tx.db
    .select({ id: emails.id, email: contacts.email })
    .from(emails)
    .innerJoin(contacts, and(eq(contacts.workspace_id, emails.workspace_id), eq(contacts.id, emails.contact_id)))
    .where(
      and(
        eq(emails.workspace_id, workspace_id),
        inArray(emails.id, [...ids]),
        sql`${contacts.email} <> ${emails.recipient}`,
      ),
    )
  for (const { id, email } of wrong)
    await tx.db
      .update(emails)
      .set({ recipient: email })
      .where(and(eq(emails.workspace_id, workspace_id), eq(emails.id, id)))
}
