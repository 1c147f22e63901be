import { sql } from 'drizzle-orm'
import type { MESSAGE_KINDS, StuckReason } from '../../messages/contract.ts'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The thread of each enrollment. */
export function messageTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, time, index, primaryKey, foreignKey } = column

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
      author_name: text().notNull(),
      body: text().notNull(),
      /** When a member had read it; an answer needs no reading. */
      read_at: time(),
      /** When the contact had seen an answer; null for what the contact wrote. */
      seen_at: time(),
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

  return { messages }
}
