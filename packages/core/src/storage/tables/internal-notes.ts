import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** What members write to each other about an enrollment. */
export function internalNoteTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, json, index, primaryKey, foreignKey } = column

  const internal_notes = table(
    'internal_notes',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      /** The step that it is about; null for the whole enrollment. */
      step_id: id(),
      /** The member who wrote it; null for a program. */
      user_id: id(),
      author_name: text().notNull(),
      /** The application or key with which it was written. */
      written_with: text(),
      body: text().notNull(),
      /** The ids of the members that it mentions. */
      mentions: json<string[]>().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('internal_notes_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  return { internal_notes }
}
