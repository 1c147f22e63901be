import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { insertRow, type RecordKey } from '../records/rows.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { downloadUrl } from './download-link.ts'

export type MessageFileRow = Tables['message_files']['$inferSelect']

interface Thread {
  workspace_id: string
  enrollment_id: string
}

/** Adds the attachments of a new message. */
export async function insertMessageFiles(
  tx: Tx,
  { workspace_id, enrollment_id, id: message_id }: Thread & RecordKey,
  files: readonly Omit<MessageFileRow, 'workspace_id' | 'enrollment_id' | 'message_id' | 'created_at' | 'updated_at'>[],
): Promise<MessageFileRow[]> {
  const times = { created_at: tx.stamp, updated_at: tx.stamp }
  const rows = files.map((file) => ({ workspace_id, enrollment_id, message_id, ...file, ...times }))
  for (const row of rows) await insertRow(tx, 'message_files', row)
  return rows
}

/** The attachments of the messages of an enrollment, oldest first. @param messages their ids, if not of all */
export async function messageFilesOf(
  reader: Reader,
  { workspace_id, enrollment_id }: Thread,
  messages?: readonly string[],
): Promise<MessageFileRow[]> {
  if (messages?.length === 0) return []
  if (messages === undefined) return allFilesOf(reader, { workspace_id, enrollment_id })
  const { message_files: t } = reader.tables
  const isOfSome = inArray(t.message_id, [...messages])
  return reader.db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), isOfSome))
    .orderBy(asc(t.id))
}

async function allFilesOf(reader: Reader, { workspace_id, enrollment_id }: Thread): Promise<MessageFileRow[]> {
  return preparedRows(
    reader,
    'message_files.of_enrollment',
    ({ tables: { message_files: t } }) => getTableColumns(t),
    ({ db, tables: { message_files: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.enrollment_id, sql.placeholder('enrollment_id')),
          ),
        )
        .orderBy(asc(t.id)),
    { workspace_id, enrollment_id },
  )
}

/** An attachment with its address, if it was kept. */
export function withDownload(context: Context, file: MessageFileRow) {
  return { ...file, download_url: file.stored_as === null ? null : downloadUrl(context, file) }
}

/** Messages with their attachments. */
export function withFiles<T extends { id: string }>(
  context: Context,
  messages: readonly T[],
  files: readonly MessageFileRow[],
) {
  const byMessage = Map.groupBy(files, ({ message_id }) => message_id)
  return messages.map((message) => ({
    ...message,
    files: (byMessage.get(message.id) ?? []).map((file) => withDownload(context, file)),
  }))
}

/** An attachment that was kept, of an existing contact. */
export async function findOpenMessageFile(reader: Reader, { workspace_id, id }: RecordKey) {
  const { message_files: t, enrollments, contacts } = reader.tables
  const [file] = await reader.db
    .select({ name: t.name, media_type: t.media_type, bytes: t.bytes, stored_as: t.stored_as })
    .from(t)
    .innerJoin(enrollments, and(eq(enrollments.workspace_id, t.workspace_id), eq(enrollments.id, t.enrollment_id)))
    .innerJoin(contacts, and(eq(contacts.workspace_id, t.workspace_id), eq(contacts.id, enrollments.contact_id)))
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id), isNull(t.problem), isNull(contacts.deleted_at)))
  return file && { ...file, media_type: file.media_type ?? 'application/octet-stream' }
}
