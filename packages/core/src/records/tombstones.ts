import { and, count, desc, eq, gte, lt, lte, or } from 'drizzle-orm'
import type { Deletable } from '../contract/contracts.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { upsertRow } from './rows.ts'

/** A record that is no more. */
export interface Tombstone {
  id: string
  deleted_at: string
}

/** Records a deletion, in its transaction. One of the same record that another transaction has just recorded is replaced. */
export async function insertTombstone(
  tx: Tx,
  resource: Deletable,
  { workspace_id, id, deleted_at }: Tombstone & { workspace_id: string },
): Promise<void> {
  await upsertRow(
    tx,
    'tombstones',
    { workspace_id, resource, id, deleted_at },
    { key: ['workspace_id', 'resource', 'id'], updated: ['deleted_at'] },
  )
}

/** The record is there again. */
export async function deleteTombstone(
  { db, tables: { tombstones: t } }: Tx,
  resource: Deletable,
  { workspace_id, id }: { workspace_id: string; id: string },
): Promise<void> {
  await db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.resource, resource), eq(t.id, id)))
}

/** The requested deletions: from `since` on, up to `until`. */
export interface DeletionsQuery {
  workspace_id: string
  resource: Deletable
  since?: string | undefined
  until?: string | undefined
}

function matching({ tables: { tombstones } }: Reader, { workspace_id, resource, since, until }: DeletionsQuery) {
  return and(
    eq(tombstones.workspace_id, workspace_id),
    eq(tombstones.resource, resource),
    since === undefined ? undefined : gte(tombstones.deleted_at, since),
    until === undefined ? undefined : lte(tombstones.deleted_at, until),
  )
}

export async function countTombstones(reader: Reader, deletions: DeletionsQuery): Promise<number> {
  const { tombstones } = reader.tables
  const [row] = await reader.db.select({ total: count() }).from(tombstones).where(matching(reader, deletions))
  return row?.total ?? 0
}

/** Newest first. @param after the deletion to continue after */
export async function tombstonesOf(
  reader: Reader,
  deletions: DeletionsQuery,
  { offset = 0, limit, after }: { offset?: number; limit: number; after?: Tombstone | undefined },
): Promise<Tombstone[]> {
  if (limit <= 0) return []
  const { tombstones } = reader.tables
  const older = after && or(lt(tombstones.deleted_at, after.deleted_at), sameTime(reader, after))
  return reader.db
    .select({ id: tombstones.id, deleted_at: tombstones.deleted_at })
    .from(tombstones)
    .where(and(matching(reader, deletions), older))
    .orderBy(desc(tombstones.deleted_at), desc(tombstones.id))
    .limit(limit)
    .offset(offset)
}

function sameTime({ tables: { tombstones } }: Reader, { id, deleted_at }: Tombstone) {
  return and(eq(tombstones.deleted_at, deleted_at), lt(tombstones.id, id))
}
