import { and, eq, inArray } from 'drizzle-orm'
import type { ListSource } from '../records/lists/source.ts'
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

type VariantRow = Tables['media_variants']['$inferSelect']

export async function insertVariants(tx: Tx, variants: readonly VariantRow[]): Promise<void> {
  for (const variant of variants) await insertRow(tx, 'media_variants', variant)
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
export async function findAnywhere({ db, tables: { media, media_variants: variants } }: Reader, sha256: string) {
  const [found] = await db
    .select({ stored_as: media.stored_as, media_type: media.media_type, bytes: media.bytes })
    .from(media)
    .where(eq(media.sha256, sha256))
    .limit(1)
  if (found) return found
  const [variant] = await db
    .select({ stored_as: variants.stored_as, media_type: media.media_type, bytes: variants.bytes })
    .from(variants)
    .innerJoin(media, and(eq(media.workspace_id, variants.workspace_id), eq(media.id, variants.media_id)))
    .where(eq(variants.sha256, sha256))
    .limit(1)
  return variant
}

/** The dimensions of images, in any workspace, and those of their smaller versions. */
export async function sizesAnywhere(
  { db, tables: { media, media_variants: variants } }: Reader,
  contents: readonly string[],
) {
  const { sha256, media_type, width, height } = media
  const sizes = await db
    .select({ sha256, media_type, width, height })
    .from(media)
    .where(inArray(sha256, [...contents]))
    .groupBy(sha256, media_type, width, height)
  const smaller = await db
    .select({ of: sha256, sha256: variants.sha256, media_type, width: variants.width })
    .from(media)
    .innerJoin(variants, and(eq(variants.workspace_id, media.workspace_id), eq(variants.media_id, media.id)))
    .where(inArray(sha256, [...contents]))
    .groupBy(sha256, variants.sha256, media_type, variants.width)
  return sizes.map((size) => ({ ...size, variants: smaller.filter((variant) => variant.of === size.sha256) }))
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

/** Some images without smaller versions, re-encoded already. */
export function withoutVariants({ db, tables: { media } }: Reader, limit: number) {
  return db
    .select()
    .from(media)
    .where(and(eq(media.has_variants, false), eq(media.is_rewritten, true)))
    .limit(limit)
}

/** @returns whether it was marked otherwise before */
export async function markVariants(
  { db, tables: { media } }: Tx,
  { workspace_id, id }: Pick<MediaRow, 'workspace_id' | 'id'>,
  has_variants: boolean,
): Promise<boolean> {
  const marked = await db
    .update(media)
    .set({ has_variants })
    .where(and(eq(media.workspace_id, workspace_id), eq(media.id, id), eq(media.has_variants, !has_variants)))
    .returning({ id: media.id })
  return marked.length > 0
}

/** Keeps a record from being deleted until the transaction ends. @returns whether there is one */
export async function lockMedia(tx: Tx, { workspace_id, id }: Pick<MediaRow, 'workspace_id' | 'id'>): Promise<boolean> {
  const { media } = tx.tables
  const select = tx.db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.workspace_id, workspace_id), eq(media.id, id)))
  return (await tx.connection.dialect.locking(select, 'share')).length > 0
}
