import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { WHOLE_SCAN_LIMIT } from '../records/lists/limits.ts'
import { comesAfter, isWithinScan, type SelectiveFilter } from '../records/lists/plan.ts'
import { prepared, type Reader } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { Indexed } from './part.ts'
import { readyKeys } from './store.ts'

/** The values of one key, by its place in the list. */
function placesOf({ metadata_values: t }: Tables, resource: Indexed) {
  return {
    from: t,
    created_at: t.created_at,
    id: t.record_id,
    where: and(
      eq(t.workspace_id, sql.placeholder('workspace_id')),
      eq(t.key, sql.placeholder('metadata_key')),
      eq(t.resource, resource),
      eq(t.value, sql.placeholder('metadata_value')),
    ),
  }
}

/** The filter by metadata with an indexed key: the index finds rows with its value, on which all values are checked. */
export function byIndexedMetadata<T extends { id: PgColumn }>(resource: Indexed, index?: string): SelectiveFilter<T> {
  return {
    filters: ['metadata_key', 'metadata_value'],
    among: {
      column: (table) => table.id,
      ...(index !== undefined && { index }),
      places: (tables) => placesOf(tables, resource),
      candidates(tables, _dialect, { floor, after } = { floor: false, after: false }) {
        const { from, where, ...place } = placesOf(tables, resource)
        const isInPart = [floor ? isWithinScan(place) : undefined, after ? comesAfter(place) : undefined]
        return sql`select ${place.id} from ${from} where ${and(where, ...isInPart)}`
      },
    },
  }
}

/** Adds the indexed key of a filter by metadata that has the fewest records, if one is indexed. */
export function indexedMetadata(resource: Indexed) {
  return async (reader: Reader, workspace_id: string, filters: Record<string, unknown>) => {
    const { metadata } = filters
    if (typeof metadata !== 'string') return filters
    // `MetadataFilter` made it of an object with texts.
    const values = JSON.parse(metadata) as Record<string, string>
    const ready = (await readyKeys(reader, workspace_id)).filter((key) => Object.hasOwn(values, key))
    let best: { key: string; total: number } | undefined
    for (const key of ready) {
      const total = ready.length === 1 ? 0 : await countOf(reader, { workspace_id, resource, key, value: values[key] })
      if (best === undefined || total < best.total) best = { key, total }
    }
    return best ? { ...filters, metadata_key: best.key, metadata_value: values[best.key] } : filters
  }
}

interface Counted {
  workspace_id: string
  resource: Indexed
  key: string
  value: string | undefined
}

/** The number of records with a value, up to a limit. */
async function countOf(reader: Reader, { workspace_id, resource, key, value }: Counted): Promise<number> {
  const [row] = await prepared(
    reader,
    `metadata_values.${resource}`,
    ({ db, tables }) => {
      const { from, where } = placesOf(tables, resource)
      const some = db
        .select({ one: sql`1`.as('one') })
        .from(from)
        .where(where)
        .limit(WHOLE_SCAN_LIMIT)
      return db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(some.as('some'))
    },
    { workspace_id, metadata_key: key, metadata_value: value },
  )
  return row?.total ?? 0
}
