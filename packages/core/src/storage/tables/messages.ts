import { sql } from 'drizzle-orm'
import type { FileProblem, MailOutcome, MESSAGE_KINDS, PersonKind, StuckReason } from '../../messages/contract.ts'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The thread of each enrollment, and how mail comes into it. Long because it is a list. */
export function messageTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, integer, boolean, time, index, uniqueIndex, primaryKey, foreignKey } = column

  const messages = table(
    'messages',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      /** The step at which a contact wrote it. */
      step_id: id(),
      kind: text<MessageKind>().notNull(),
      /** Of one that is stuck. */
      reason: text<StuckReason>(),
      /** The person who answered; null for the contact, and for a program that answered with a key. */
      user_id: id(),
      /** The participant who wrote it; null for the primary contact, and for answers. */
      participant_id: id(),
      author_name: text().notNull(),
      /** The application or key through which a member answered; members alone see it. */
      written_with: text(),
      body: text().notNull(),
      /** When a member had read it; an answer needs no reading. */
      read_at: time(),
      /** Of one that is stuck: when a member said that it no longer is. */
      cleared_at: time(),
      /** When the contact had seen an answer; null for what the contact wrote. */
      seen_at: time(),
      /** Whether it came as a reply by mail. */
      by_mail: boolean().notNull().default(false),
      /** The address that a mail of the contact came from, if it is not that of the contact. */
      sender_email: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('messages_unread').on(t.workspace_id, t.created_at).where(sql`${t.read_at} is null`),
      index('messages_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** The attachments of mails. The content of those that were kept lies in the content store. */
  const message_files = table(
    'message_files',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      message_id: id().notNull(),
      name: text().notNull(),
      media_type: text(),
      /** Of the stored content; 0 if it was not kept. */
      bytes: integer().notNull(),
      stored_as: text(),
      /** Why it was not kept. */
      problem: text<FileProblem>(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('message_files_message').on(t.workspace_id, t.enrollment_id, t.message_id, t.id),
      index('message_files_stored').on(t.stored_as),
      foreignKey({
        columns: [t.workspace_id, t.message_id],
        foreignColumns: [messages.workspace_id, messages.id],
      }).onDelete('cascade'),
    ],
  )

  /** The reply addresses of each person for an enrollment, found by the hashes of their tokens. */
  const reply_addresses = table(
    'reply_addresses',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      /** The contact, or the member, that mail is sent to. */
      person_id: id().notNull(),
      person: text<PersonKind>().notNull(),
      token_hash: text().notNull(),
      /** Of the address at which a member's reply becomes an internal note. */
      note_token_hash: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.person_id] }),
      uniqueIndex('reply_addresses_token_hash_unique').on(t.token_hash),
      uniqueIndex('reply_addresses_note_token_hash_unique').on(t.note_token_hash),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** The mails that came to a reply address, so that each is stored once. */
  const received_mails = table(
    'received_mails',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      /** A hash of its Message-ID and its recipient. */
      mail_hash: text().notNull(),
      /** How often reading it was begun without an end. */
      attempts: integer().notNull(),
      /** Null until it has been decided on. */
      outcome: text<MailOutcome>(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.mail_hash] }),
      index('received_mails_created').on(t.created_at),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  return { messages, message_files, reply_addresses, received_mails }
}
