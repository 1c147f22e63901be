import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** What is planned for the steps of enrollments: by whom, by when, and which are skipped. */
export function planTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, sortText, boolean, time, index, primaryKey, foreignKey } = column

  /** The steps that a member does, that have a date, or that a member changed for the enrollment. Others have no row. */
  const enrollment_steps = table(
    'enrollment_steps',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      /** Whether a member does it. */
      is_team: boolean().notNull(),
      /** The member who does a step of the team: set by hand, else that of the guide, else the assignee of the enrollment. */
      assignee_id: id(),
      assignee_is_manual: boolean().notNull(),
      /** A date of the calendar, such as `2026-12-03`; null for none. */
      due_on: sortText(),
      /** Whether a member set the date, or cleared it. */
      due_is_manual: boolean().notNull(),
      /** When it was recorded that the date has passed. */
      overdue_at: time(),
      /** Whether it is to be done: neither done nor skipped, in an open section of an open enrollment of a contact who is not deleted. */
      is_open: boolean().notNull(),
      skipped_at: time(),
      /** Who skipped it, as in `completed_by`. */
      skipped_by: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      // What waits for a member, for nobody in particular, and for the team, by date.
      index('enrollment_steps_assignee')
        .on(t.workspace_id, t.assignee_id, t.due_on, t.enrollment_id, t.step_id)
        .where(sql`${t.is_open} and ${t.is_team}`),
      index('enrollment_steps_team')
        .on(t.workspace_id, t.due_on, t.enrollment_id, t.step_id)
        .where(sql`${t.is_open} and ${t.is_team}`),
      // What turned late of customers, by when.
      index('enrollment_steps_overdue')
        .on(t.workspace_id, t.overdue_at, t.enrollment_id, t.step_id)
        .where(sql`${t.is_open} and not ${t.is_team} and ${t.overdue_at} is not null`),
    ],
  )

  /** The sections that open later than their enrollment begins, once they are open, or it is known on which day they open. */
  const enrollment_sections = table(
    'enrollment_sections',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      section_id: id().notNull(),
      /** The date on which it opens, and when that day begins; null where it waits for something else. */
      opens_on: sortText(),
      opens_at: time(),
      /** When it opened; null while it is closed. */
      opened_at: time(),
      /** Who opened it, as in `completed_by`; null if the steps before it were done, or its date came. */
      opened_by: text(),
      /** When a person of the customer visited the guide after that: from then on it cannot be closed again. */
      seen_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.section_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      index('enrollment_sections_opening')
        .on(t.opens_at, t.workspace_id, t.enrollment_id)
        .where(sql`${t.opened_at} is null and ${t.opens_at} is not null`),
    ],
  )

  return { enrollment_steps, enrollment_sections }
}
