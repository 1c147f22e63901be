import { sql } from 'drizzle-orm'
import type { EmailKind, EmailStatus, EmailWaitsFor, ReminderCause } from '../../emails/contract.ts'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** What goes out by mail. Long because it is a list. */
export function emailTables(column: Columns, { enrollments }: EnrollmentTables) {
  const { table, id, text, integer, time, index, primaryKey, foreignKey } = column

  const emails = table(
    'emails',
    {
      /** Of mail that concerns a person and no workspace: `INSTANCE`. */
      workspace_id: id().notNull(),
      id: id().notNull(),
      kind: text<EmailKind>().notNull(),
      status: text<EmailStatus>().notNull(),
      recipient: text().notNull(),
      recipient_name: text().notNull(),
      subject: text().notNull(),
      /** The bodies, with the link: sealed, since the link is a credential. Null once it was sent to a person of ours. */
      sealed_message: text(),
      enrollment_id: id(),
      /** The contact that it goes to; null where it goes to a person of ours. */
      contact_id: id(),
      /** Of a reminder: why, until somebody sends it by hand. */
      cause: text<ReminderCause>(),
      attempts: integer().notNull(),
      error: text(),
      next_attempt_at: time(),
      /** Of one that waits and is not under way; null where it is ready to be sent. */
      waiting_for: text<EmailWaitsFor>(),
      /** How many times in a row its process ended in the midst of sending it. */
      losses: integer().notNull().default(0),
      /** After this time it would only mislead. */
      send_before: time(),
      sent_at: time(),
      /** While an attempt is under way: when it counts as lost. */
      lease_until: time(),
      /** The worker that makes it; null where none does. */
      leased_by: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      index('emails_newest').on(t.workspace_id, t.created_at, t.id),
      index('emails_ready')
        .on(t.workspace_id, t.next_attempt_at, t.id)
        .where(sql`${t.status} = 'waiting' and ${t.lease_until} is null and ${t.waiting_for} is null`),
      index('emails_later').on(t.next_attempt_at).where(sql`${t.waiting_for} = 'time'`),
      index('emails_later_turns').on(t.workspace_id, t.next_attempt_at).where(sql`${t.waiting_for} = 'time'`),
      index('emails_alone').on(t.next_attempt_at).where(sql`${t.waiting_for} = 'alone'`),
      index('emails_under_way').on(t.workspace_id, t.lease_until).where(sql`${t.lease_until} is not null`),
      index('emails_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      index('emails_contact').on(t.workspace_id, t.contact_id, t.created_at, t.id),
      index('emails_held_back')
        .on(t.workspace_id, t.status, t.created_at, t.id)
        .where(sql`${t.status} not in ('waiting', 'sent')`),
      index('emails_given_up').on(t.created_at).where(sql`${t.status} = 'failed'`),
      index('emails_created').on(t.created_at),
      index('emails_updated').on(t.workspace_id, t.updated_at, t.created_at, t.id),
    ],
  )

  /** The last reminder of an enrollment for each cause. */
  const reminders = table(
    'reminders',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      cause: text<ReminderCause>().notNull(),
      contact_id: id().notNull(),
      /** What it rested on: when it was made, last worked on, or expires. Another time is another reason. */
      basis: time().notNull(),
      reminded_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.cause] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      index('reminders_contact').on(t.workspace_id, t.contact_id, t.reminded_at),
    ],
  )

  return { emails, reminders }
}
