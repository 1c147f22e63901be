import type { Deletable } from '../../contract/contracts.ts'
import type { Sealer } from '../../secret/seal.ts'
import type { Reader } from '../../storage/database.ts'
import { countTombstones, type DeletionsQuery, type Tombstone, tombstonesOf } from '../tombstones.ts'
import { type CursorPosition, openCursor, sealCursor } from './cursor.ts'
import type { ListQuery, Meta } from './query.ts'

/** A list whose deletions are kept. */
interface List {
  name: string
  deletions: Deletable
}

interface Page<R> {
  data: R[]
  deleted: Tombstone[]
  meta: Meta
}

/** The page of the records alone. */
type RecordsOf<R> = (query: ListQuery) => Promise<{ rows: R[]; meta: Meta }>

/** Sorts before all deletions. */
const FIRST: Tombstone = { deleted_at: '9999-12-31T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * A page of a list with deletions, which follow the records as if both were one list. They are those of the whole
 * resource, regardless of filters, because it is unknown whether a deleted record matched.
 */
export async function pageWithDeleted<R>(
  reader: Reader,
  sealer: Sealer,
  list: List,
  query: ListQuery,
  recordsOf: RecordsOf<R>,
): Promise<Page<R>> {
  const { workspace_id, updated_since: since, updated_until: until } = query
  const deletions = { workspace_id, resource: list.deletions, since, until }
  if (query.cursor !== undefined && query.page === undefined)
    return pageByCursor(reader, sealer, list, query, deletions, recordsOf)
  const { rows, meta } = await recordsOf(query)
  // With a cursor, they follow the last record.
  if (meta.next_cursor) return { data: rows, deleted: [], meta }
  const records = meta.total ?? 0
  const total = records + (await countTombstones(reader, deletions))
  // A page can contain fewer records than its size.
  const before = ((query.page ?? 1) - 1) * query.per_page
  const remaining = query.per_page - Math.min(query.per_page, Math.max(0, records - before))
  const deleted = await tombstonesOf(reader, deletions, { offset: Math.max(0, before - records), limit: remaining })
  return { data: rows, deleted, meta: { ...meta, total, total_pages: Math.ceil(total / query.per_page) } }
}

async function pageByCursor<R>(
  reader: Reader,
  sealer: Sealer,
  list: List,
  query: ListQuery,
  deletions: DeletionsQuery,
  recordsOf: RecordsOf<R>,
): Promise<Page<R>> {
  const place = query.cursor ? openCursor(sealer, list.name, query.cursor) : undefined
  const records = place?.deleted ? undefined : await recordsOf(query)
  const { rows = [], meta = { per_page: query.per_page } } = records ?? {}
  if (meta.next_cursor) return { data: rows, deleted: [], meta }
  const after = place?.deleted ? { deleted_at: place.created_at, id: place.id } : undefined
  const remaining = query.per_page - rows.length
  const found = await tombstonesOf(reader, deletions, { limit: remaining + 1, after })
  const deleted = found.slice(0, remaining)
  const last = deleted.at(-1) ?? FIRST
  const next: CursorPosition = { created_at: last.deleted_at, id: last.id, until: query.updated_until, deleted: true }
  const next_cursor = found.length > remaining ? sealCursor(sealer, list.name, next) : null
  return { data: rows, deleted, meta: { ...meta, next_cursor } }
}
