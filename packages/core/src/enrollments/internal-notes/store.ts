import { and, desc, eq, sql } from 'drizzle-orm'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../../records/rows.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { InternalNote } from './internal-note.ts'

type NotesTable = Tables['internal_notes']

const noteColumns = (table: NotesTable) => columnsOf(table, InternalNote)

/** The internal notes on an enrollment, newest first. */
export const internalNoteList = {
  name: 'internal_notes',
  table: (tables) => tables.internal_notes,
  columns: noteColumns,
  filters: { enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')) },
} satisfies ListSource<NotesTable, ReturnType<typeof noteColumns>>

interface Place {
  workspace_id: string
  enrollment_id: string
  id: string
}

/** A note, or undefined; that on another enrollment is none. */
export async function findNote(reader: Reader, { enrollment_id, ...key }: Place): Promise<InternalNote | undefined> {
  const note = await findRow(reader, 'internal_notes', noteColumns, key)
  return note?.enrollment_id === enrollment_id ? note : undefined
}

/** The newest notes are examined for the one that a reply by mail is about. */
const EXAMINED = 50

export function newestNotes(
  { db, tables: { internal_notes: t } }: Reader,
  { workspace_id, enrollment_id }: Omit<Place, 'id'>,
): Promise<Pick<InternalNote, 'user_id' | 'mentions'>[]> {
  return db
    .select({ user_id: t.user_id, mentions: t.mentions })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id)))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(EXAMINED)
}

export function insertNote(tx: Tx, workspace_id: string, note: InternalNote): Promise<void> {
  return insertRow(tx, 'internal_notes', { workspace_id, ...note })
}

export function updateNoteRow(tx: Tx, workspace_id: string, note: InternalNote): Promise<void> {
  return updateRow(tx, 'internal_notes', ['body', 'mentions', 'updated_at'], { workspace_id, ...note })
}

export async function deleteNoteRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { internal_notes: t } = tx.tables
  await tx.db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
}
