import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow } from '../records/rows.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { File } from './file.ts'

type FilesTable = Tables['files']
export type FileRow = FilesTable['$inferSelect']

interface FileKey {
  workspace_id: string
  id: string
}

interface Thread {
  workspace_id: string
  enrollment_id: string
}

const Stored = File.omit({ download_url: true })
const fileColumns = (table: FilesTable) => columnsOf(table, Stored)

/** The files of an enrollment, without those that were taken back. */
export const fileList = {
  name: 'files',
  table: (tables) => tables.files,
  columns: fileColumns,
  only: (t) => isNull(t.removed_at),
  filters: { enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')) },
} satisfies ListSource<FilesTable, ReturnType<typeof fileColumns>>

export function insertFile(tx: Tx, file: FileRow): Promise<void> {
  return insertRow(tx, 'files', file)
}

export function findFile(reader: Reader, key: FileKey): Promise<FileRow | undefined> {
  return findRow(reader, 'files', getTableColumns, key)
}

/** A file of an existing contact: files of deleted contacts cannot be opened. */
export async function findOpenFile(reader: Reader, key: FileKey): Promise<FileRow | undefined> {
  const { files, enrollments, contacts } = reader.tables
  const [file] = await reader.db
    .select(getTableColumns(files))
    .from(files)
    .innerJoin(
      enrollments,
      and(eq(enrollments.workspace_id, files.workspace_id), eq(enrollments.id, files.enrollment_id)),
    )
    .innerJoin(contacts, and(eq(contacts.workspace_id, files.workspace_id), eq(contacts.id, enrollments.contact_id)))
    .where(and(eq(files.workspace_id, key.workspace_id), eq(files.id, key.id), isNull(contacts.deleted_at)))
  return file
}

/** All files of an enrollment that were not taken back, oldest first: a step has few. */
export async function filesOf(reader: Reader, { workspace_id, enrollment_id }: Thread) {
  return preparedRows(
    reader,
    'files.of_enrollment',
    ({ tables: { files } }) => columnsOf(files, Stored),
    ({ db, tables: { files } }, columns) =>
      db
        .select(columns)
        .from(files)
        .where(
          and(
            eq(files.workspace_id, sql.placeholder('workspace_id')),
            eq(files.enrollment_id, sql.placeholder('enrollment_id')),
            isNull(files.removed_at),
          ),
        )
        .orderBy(asc(files.created_at), asc(files.id)),
    { workspace_id, enrollment_id },
  )
}

/** The number of files of a step, without those that were taken back. */
export async function countFiles(
  { db, tables: { files } }: Reader,
  { workspace_id, enrollment_id, step_id }: Thread & { step_id: string },
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(files)
    .where(
      and(
        eq(files.workspace_id, workspace_id),
        eq(files.enrollment_id, enrollment_id),
        eq(files.step_id, step_id),
        isNull(files.removed_at),
      ),
    )
  return row?.total ?? 0
}

/** Deletes a file, and its content after the commit. If that fails, the sweep deletes it. */
export async function deleteFile(
  tx: Tx,
  { contents }: Context,
  { workspace_id, id, stored_as }: Pick<FileRow, 'workspace_id' | 'id' | 'stored_as'>,
): Promise<void> {
  const { files } = tx.tables
  await tx.db.delete(files).where(and(eq(files.workspace_id, workspace_id), eq(files.id, id)))
  if (stored_as !== null) tx.afterCommit(() => void contents.remove(stored_as).catch(() => undefined))
}

/** The names of contents that a record of any workspace refers to. */
export async function heldNames({ db, tables }: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { files, media, media_variants, upload_pieces, imports, message_files } = tables
  const found: { name: string | null }[] = []
  for (const table of [files, media, media_variants, upload_pieces, imports, message_files]) {
    const name = table.stored_as
    found.push(
      ...(await db
        .select({ name })
        .from(table)
        .where(inArray(name, [...names]))),
    )
  }
  return new Set(found.flatMap(({ name }) => name ?? []))
}
