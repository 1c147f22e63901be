import type { Columns } from '../columns.ts'
import type { EnrollmentTables } from './enrollments.ts'
import { timestamps } from './shared.ts'

/** What people upload. The content lies in the content store, under a name of its own. Long because it is a list. */
export function fileTables(column: Columns, { enrollments }: Pick<EnrollmentTables, 'enrollments'>) {
  const { table, id, text, integer, boolean, time, bytes, index, uniqueIndex, primaryKey, foreignKey } = column

  const files = table(
    'files',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      /** The participant who sent it; null for the primary contact, or if that is not known. */
      participant_id: id(),
      name: text().notNull(),
      media_type: text().notNull(),
      bytes: integer().notNull(),
      /** The name of its content in the store; null while that is among the unmoved contents. */
      stored_as: text(),
      /** When its sender took it back after it was sent for a review: the submission keeps it. */
      removed_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('files_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      index('files_stored').on(t.stored_as),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** Contents of files that an earlier release kept in the database: they leave it at the next start. */
  const unmoved_contents = table(
    'unmoved_contents',
    { workspace_id: id().notNull(), id: id().notNull(), content: bytes().notNull() },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.id], foreignColumns: [files.workspace_id, files.id] }).onDelete(
        'cascade',
      ),
    ],
  )

  /** What guides show, each once in a workspace. */
  const media = table(
    'media',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      /** Of the content, in hexadecimal: its address is made of it. */
      sha256: text().notNull(),
      name: text().notNull(),
      media_type: text().notNull(),
      bytes: integer().notNull(),
      width: integer().notNull(),
      height: integer().notNull(),
      stored_as: text().notNull(),
      /** Not yet for images that came before they were written anew; their address is that of what came. */
      is_rewritten: boolean().notNull().default(false),
      /** Whether its smaller versions were made, or need not be; not of wide images that came before there were any. */
      has_variants: boolean().notNull().default(true),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      uniqueIndex('media_sha256_unique').on(t.workspace_id, t.sha256),
      index('media_newest').on(t.workspace_id, t.created_at, t.id),
      index('media_content').on(t.sha256),
      index('media_stored').on(t.stored_as),
      index('media_rewritten').on(t.is_rewritten),
      index('media_with_variants').on(t.has_variants),
    ],
  )

  /** Smaller versions of an image, for narrow windows. */
  const media_variants = table(
    'media_variants',
    {
      workspace_id: id().notNull(),
      media_id: id().notNull(),
      width: integer().notNull(),
      height: integer().notNull(),
      /** Of the content, as of an image. */
      sha256: text().notNull(),
      bytes: integer().notNull(),
      stored_as: text().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.media_id, t.width] }),
      index('media_variants_content').on(t.sha256),
      index('media_variants_stored').on(t.stored_as),
      foreignKey({ columns: [t.workspace_id, t.media_id], foreignColumns: [media.workspace_id, media.id] }).onDelete(
        'cascade',
      ),
    ],
  )

  return { files, unmoved_contents, media, media_variants }
}
