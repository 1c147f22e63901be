import { and, eq, inArray } from 'drizzle-orm'
import type { ListSource } from '../records/lists/lists.ts'
import { columnsOf, insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { Media } from './media.ts'

type MediaTable = Tables['media']
export type MediaRow = MediaTable['$inferSelect']

const Stored = Media.omit({ url: true })
const mediaColumns = (table: MediaTable) => ({ ...columnsOf(table, Stored), sha256: table.sha256 })

export const mediaList = {
  name: 'media',
  table: (tables) => tables.media,
  columns: mediaColumns,
  filters: {},
} satisfies ListSource<MediaTable, ReturnType<typeof mediaColumns>>

/** @throws UniqueViolation of `media.sha256` when the workspace has this content */
export function insertMedia(tx: Tx, media: MediaRow): Promise<void> {
  return insertRow(tx, 'media', media)
}

/** The record of a content in a workspace. */
export async function findByContent(
  { db, tables: { media } }: Reader,
  { workspace_id, sha256 }: Pick<MediaRow, 'workspace_id' | 'sha256'>,
): Promise<MediaRow | undefined> {
  const [found] = await db
    .select()
    .from(media)
    .where(and(eq(media.workspace_id, workspace_id), eq(media.sha256, sha256)))
  return found
}

/** The stored content, in any workspace: a client that knows the checksum has seen the content. */
export async function findAnywhere({ db, tables: { media } }: Reader, sha256: string) {
  const [found] = await db
    .select({ stored_as: media.stored_as, media_type: media.media_type, bytes: media.bytes })
    .from(media)
    .where(eq(media.sha256, sha256))
    .limit(1)
  return found
}

/** The dimensions of images, in any workspace. */
export function sizesAnywhere({ db, tables: { media } }: Reader, contents: readonly string[]) {
  return db
    .select({ sha256: media.sha256, media_type: media.media_type, width: media.width, height: media.height })
    .from(media)
    .where(inArray(media.sha256, [...contents]))
    .groupBy(media.sha256, media.media_type, media.width, media.height)
}

/** Some images that are not re-encoded. */
export function notRewritten({ db, tables: { media } }: Reader, limit: number) {
  return db
    .select({ workspace_id: media.workspace_id, id: media.id, stored_as: media.stored_as })
    .from(media)
    .where(eq(media.is_rewritten, false))
    .limit(limit)
}

/** @returns whether it was not re-encoded before */
export async function markRewritten(
  { db, tables: { media } }: Tx,
  { workspace_id, id }: Pick<MediaRow, 'workspace_id' | 'id'>,
  anew: Partial<Pick<MediaRow, 'stored_as' | 'bytes' | 'width' | 'height'>>,
): Promise<boolean> {
  const marked = await db
    .update(media)
    .set({ ...anew, is_rewritten: true })
    .where(and(eq(media.workspace_id, workspace_id), eq(media.id, id), eq(media.is_rewritten, false)))
    .returning({ id: media.id })
  return marked.length > 0
}
