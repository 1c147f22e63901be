import { and, asc, count, eq, getTableColumns } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { findRow, insertRow } from '../../records/rows.ts'
import type { Reader, Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { Tables } from '../../storage/tables/tables.ts'

export type UploadRow = Tables['uploads']['$inferSelect']
type PieceRow = Tables['upload_pieces']['$inferSelect']

type UploadKey = Pick<UploadRow, 'workspace_id' | 'id'>
type Step = Pick<UploadRow, 'workspace_id' | 'enrollment_id' | 'step_id'>

export function findUpload(reader: Reader, key: UploadKey): Promise<UploadRow | undefined> {
  return findRow(reader, 'uploads', getTableColumns, key)
}

export function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
  return insertRow(tx, 'uploads', upload)
}

/** The unfinished uploads of a step, oldest first. */
export async function uploadsOf(
  { db, tables: { uploads } }: Reader,
  { workspace_id, enrollment_id, step_id }: Step,
): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.workspace_id, workspace_id),
        eq(uploads.enrollment_id, enrollment_id),
        eq(uploads.step_id, step_id),
      ),
    )
    .orderBy(asc(uploads.created_at), asc(uploads.id))
}

/** The pieces of an upload in their order. */
export async function piecesOf(
  { db, tables: { upload_pieces: pieces } }: Reader,
  { workspace_id, id }: UploadKey,
): Promise<PieceRow[]> {
  return db
    .select()
    .from(pieces)
    .where(and(eq(pieces.workspace_id, workspace_id), eq(pieces.upload_id, id)))
    .orderBy(asc(pieces.begins_at))
}

export async function countPieces(
  { db, tables: { upload_pieces: pieces } }: Reader,
  { workspace_id, id }: UploadKey,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(pieces)
    .where(and(eq(pieces.workspace_id, workspace_id), eq(pieces.upload_id, id)))
  return row?.total ?? 0
}

/** Adds a chunk if the upload still ends at its offset. @returns whether it did */
export async function addPiece(tx: Tx, piece: Pick<PieceRow, keyof PieceRow>): Promise<boolean> {
  const { uploads } = tx.tables
  const { workspace_id, upload_id, begins_at, bytes } = piece
  const longer = await tx.db
    .update(uploads)
    .set({ received: begins_at + bytes, updated_at: tx.stamp })
    .where(and(eq(uploads.workspace_id, workspace_id), eq(uploads.id, upload_id), eq(uploads.received, begins_at)))
    .returning({ id: uploads.id })
  if (longer.length === 0) return false
  await insertRow(tx, 'upload_pieces', piece)
  return true
}

/** Deletes an upload, and its chunks after the commit. If that fails, the sweep deletes them. */
export async function deleteUpload(tx: Tx, { contents }: Context, key: UploadKey): Promise<void> {
  const { uploads } = tx.tables
  const pieces = await piecesOf(tx, key)
  await tx.db.delete(uploads).where(and(eq(uploads.workspace_id, key.workspace_id), eq(uploads.id, key.id)))
  tx.afterCommit(() => {
    for (const { stored_as } of pieces) void contents.remove(stored_as).catch(() => undefined)
  })
}

/** Forgets uploads that nobody went on with: what is left of them is swept up with other contents that no record holds. */
export async function forgetOldUploads(store: Pick<Store, 'write'>, before: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'uploads', [['updated_at', '<', before]], rows))
}
