import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import type { PeopleTables } from './people.ts'
import { timestamps } from './shared.ts'

/** The addresses at which calendars fetch the dates of a person, each with a secret of its own. */
export function calendarTables(
  column: Columns,
  { memberships, enrollments }: Pick<PeopleTables, 'memberships'> & Pick<EnrollmentTables, 'enrollments'>,
) {
  const { table, id, text, uniqueIndex, primaryKey, foreignKey } = column

  const member_calendars = table(
    'member_calendars',
    {
      workspace_id: id().notNull(),
      user_id: id().notNull(),
      token_hash: text().notNull(),
      sealed_token: text().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.user_id] }),
      foreignKey({
        columns: [t.workspace_id, t.user_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      uniqueIndex('member_calendars_token_hash_unique').on(t.token_hash),
    ],
  )

  const contact_calendars = table(
    'contact_calendars',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      /** `contact` for the primary contact, or `participant <id>`, as in `completed_by`. */
      person: text().notNull(),
      token_hash: text().notNull(),
      sealed_token: text().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.person] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
      uniqueIndex('contact_calendars_token_hash_unique').on(t.token_hash),
    ],
  )

  return { member_calendars, contact_calendars }
}
