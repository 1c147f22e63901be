import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** What is on its way, piece by piece. */
export function uploadTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, integer, index, primaryKey, foreignKey } = column

  /** Files that come in pieces, until all of them are there: each has the id that the file will have. */
  const uploads = table(
    'uploads',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      name: text().notNull(),
      /** As was announced. */
      bytes: integer().notNull(),
      received: integer().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('uploads_enrollment').on(t.workspace_id, t.enrollment_id, t.step_id, t.created_at),
      index('uploads_updated').on(t.updated_at),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  const upload_pieces = table(
    'upload_pieces',
    {
      workspace_id: id().notNull(),
      upload_id: id().notNull(),
      begins_at: integer().notNull(),
      bytes: integer().notNull(),
      stored_as: text().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.upload_id, t.begins_at] }),
      index('upload_pieces_stored').on(t.stored_as),
      foreignKey({
        columns: [t.workspace_id, t.upload_id],
        foreignColumns: [uploads.workspace_id, uploads.id],
      }).onDelete('cascade'),
    ],
  )

  return { uploads, upload_pieces }
}
