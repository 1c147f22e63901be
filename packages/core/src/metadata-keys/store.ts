import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { newId } from '../ids.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

export type KeyRow = Tables['metadata_keys']['$inferSelect']

/** All keys of a workspace, those with a `removed_at` too. */
export function allKeys({ db, tables: { metadata_keys: t } }: Reader, workspace_id: string): Promise<KeyRow[]> {
  return db.select().from(t).where(eq(t.workspace_id, workspace_id)).orderBy(asc(t.created_at), asc(t.key))
}

/** The keys as members see them. */
export async function shownKeys(reader: Reader, workspace_id: string) {
  const keys = await allKeys(reader, workspace_id)
  return keys
    .filter(({ removed_at }) => removed_at === null)
    .map(({ key, ready_at }) => ({ key, status: ready_at === null ? ('building' as const) : ('ready' as const) }))
}

/** The keys whose index is complete. */
export async function readyKeys(reader: Reader, workspace_id: string): Promise<string[]> {
  const rows = await prepared(
    reader,
    'metadata_keys.ready',
    ({ db, tables: { metadata_keys: t } }) =>
      db
        .select({ key: t.key })
        .from(t)
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), isNotNull(t.ready_at), isNull(t.removed_at))),
    { workspace_id },
  )
  return rows.map(({ key }) => key)
}

/** Adds keys; for one whose values are still being deleted, the indexing begins. */
export async function addKeys(tx: Tx, workspace_id: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { metadata_keys: t } = tx.tables
  const begun = {
    created_at: tx.stamp,
    seen_at: null,
    resource: null,
    after_id: null,
    ready_at: null,
    removed_at: null,
  }
  for (const key of keys) {
    const row = { id: newId(), ...begun }
    await tx.db
      .insert(t)
      .values({ workspace_id, key, ...row })
      .onConflictDoUpdate({ target: [t.workspace_id, t.key], set: row })
  }
}

export async function removeKeys(tx: Tx, workspace_id: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { metadata_keys: t } = tx.tables
  await tx.db
    .update(t)
    .set({ removed_at: tx.stamp, seen_at: null, ready_at: null })
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.key, [...keys])))
}

/** Keys of all workspaces that the upkeep has work with. */
export function unfinishedKeys({ db, tables: { metadata_keys: t } }: Reader, limit: number): Promise<KeyRow[]> {
  return db
    .select()
    .from(t)
    .where(or(isNull(t.ready_at), isNotNull(t.removed_at)))
    .orderBy(asc(t.workspace_id), asc(t.key))
    .limit(limit)
}

type Progress = Partial<Pick<KeyRow, 'seen_at' | 'resource' | 'after_id' | 'ready_at'>>

/**
 * Records progress, unless the key was added or removed meanwhile; neither happens until the transaction has ended.
 * @returns whether it was recorded
 */
export async function recordProgress(tx: Tx, row: KeyRow, progress: Progress): Promise<boolean> {
  const { metadata_keys: t } = tx.tables
  const updated = await tx.db.update(t).set(progress).where(isSame(t, row)).returning({ key: t.key })
  return updated.length > 0
}

export async function deleteKey(tx: Tx, row: KeyRow): Promise<void> {
  const { metadata_keys: t } = tx.tables
  await tx.db.delete(t).where(isSame(t, row))
}

function isSame(t: Tables['metadata_keys'], { workspace_id, key, id, removed_at }: KeyRow) {
  const isRemoved = removed_at === null ? isNull(t.removed_at) : isNotNull(t.removed_at)
  return and(eq(t.workspace_id, workspace_id), eq(t.key, key), eq(t.id, id), isRemoved)
}
