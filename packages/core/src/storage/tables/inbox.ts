import { sql } from 'drizzle-orm'
import type { InboxKind } from '../../enrollments/inbox/contract.ts'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** The inbox of each member. */
export function inboxTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, time, index, primaryKey, foreignKey } = column

  const inbox_items = table(
    'inbox_items',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      /** The member whose inbox it is in. */
      user_id: id().notNull(),
      kind: text<InboxKind>().notNull(),
      enrollment_id: id().notNull(),
      step_id: id(),
      /** The id of the message, note or participant. */
      subject_id: id(),
      /** Who caused it; empty for time alone. */
      actor_name: text().notNull(),
      /** The application or key through which that was done. */
      actor_with: text(),
      /** The beginning of what was written. */
      text: text().notNull(),
      read_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('inbox_items_newest').on(t.workspace_id, t.user_id, t.created_at, t.id),
      index('inbox_items_unread').on(t.workspace_id, t.user_id, t.created_at, t.id).where(sql`${t.read_at} is null`),
      index('inbox_items_enrollment').on(t.workspace_id, t.enrollment_id),
      index('inbox_items_old').on(t.created_at),
      // None to the membership: an item that is added while its member is removed would wait for each other's rows.
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  return { inbox_items }
}
