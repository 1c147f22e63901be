import { and, eq, inArray } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Sealer } from '../../../secret/seal.ts'
import type { Reader, Row } from '../../../storage/database.ts'
import { openCursor, sealCursor } from '../cursor.ts'
import { fewLimit } from '../plan.ts'
import type { ListQuery, Meta, Sort } from '../query.ts'
import { fewOf } from '../sorted/plan.ts'
import { type Columns, givenOf, nameOf } from '../sorted/sorted-list.ts'
import type { ListSource, ListTable } from '../source.ts'
import { comparePlaces, type GroupOrder, type Place } from './group-order.ts'
import { type Grouped, placesOfFew } from './places.ts'
import { type Walked, walk } from './walk.ts'

/** Rows of a page in an order by groups, by number among the first examined rows, or by cursor. */
export async function groupedRows<T extends ListTable, R extends Columns>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  by: GroupOrder<T>,
  query: ListQuery & { sort: Sort },
): Promise<{ rows: Row<R>[]; meta: Meta }> {
  const { filter } = by
  const others = givenOf(query).filter((name) => name in source.filters && name !== filter)
  const only = filter === undefined ? undefined : query.filters[filter]
  const list = { reader, source, query, sort: query.sort, by, only, others }
  return query.cursor === undefined ? pageByNumber(list, sealer) : pageByCursor(list, sealer, query.cursor)
}

async function pageByNumber<T extends ListTable, R extends Columns>(list: Grouped<T, R>, sealer: Sealer) {
  const { reader, source, query } = list
  const { page = 1, per_page } = query
  const offset = (page - 1) * per_page
  const limit = fewLimit(source.looks, query)
  // Without other filters the total is known, and the rows of the page suffice.
  const known = list.others.length === 0 ? await source.total?.(reader, query.workspace_id, query.filters) : undefined
  const end = Math.min(offset + per_page, limit)
  const { places, floor } = await placesAfter(list, undefined, known === undefined ? limit : end)
  const shown = places.slice(offset, offset + per_page)
  if (known === undefined && floor) {
    const last = shown.length === per_page ? shown.at(-1) : undefined
    const next_cursor = cursorAt(list, sealer, last ?? floor)
    const examined: Meta = { page, per_page, next_cursor, incomplete_results: true }
    return { rows: await rowsAt(list, shown), meta: examined }
  }
  const total = Math.min(known ?? places.length, limit)
  const isLimited = known !== undefined && known > limit
  const isLast = isLimited && offset + per_page >= total
  const last = floor ?? places.at(-1)
  const meta: Meta = {
    page,
    per_page,
    total,
    total_pages: Math.ceil(total / per_page),
    total_limit: isLimited ? limit : undefined,
    ...(isLast && last ? { next_cursor: cursorAt(list, sealer, last) } : {}),
  }
  return { rows: await rowsAt(list, shown), meta }
}

async function pageByCursor<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  sealer: Sealer,
  cursor: string,
) {
  const { per_page } = list.query
  const after = cursor === '' ? undefined : placeAt(list, sealer, cursor)
  const { places, floor } = await placesAfter(list, after, per_page + 1)
  const hasMore = places.length > per_page
  const last = hasMore ? places[per_page - 1] : floor
  const rows = await rowsAt(list, places.slice(0, per_page))
  const incomplete = last && !hasMore ? ({ incomplete_results: true } as const) : {}
  const next_cursor = last ? cursorAt(list, sealer, last) : null
  return { rows, meta: { per_page, next_cursor, ...incomplete } satisfies Meta }
}

/** The next matches in order: sorted, if a filter leaves few; otherwise found along the groups. */
async function placesAfter<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  after: Place | undefined,
  need: number,
): Promise<Walked> {
  const few = list.others.length > 0 ? await fewOf(list) : undefined
  if (!few) return walk(list, after, need)
  const places = await placesOfFew(list, few)
  return { places: after ? places.filter((place) => comparePlaces(after, place, list.sort.order) < 0) : places }
}

/** The rows at these positions, in their order. */
async function rowsAt<T extends ListTable, R extends Columns>(
  { reader: { db, tables }, source, query: { workspace_id } }: Grouped<T, R>,
  places: readonly Place[],
): Promise<Row<R>[]> {
  if (places.length === 0) return []
  const table = source.table(tables)
  const from: PgTable = table
  const ids = places.map(({ id }) => id)
  const rows = await db
    // The columns of the source; the builder only needs to know that they are columns.
    .select(source.columns(table) as Columns)
    .from(from)
    .where(and(eq(table.workspace_id, workspace_id), inArray(table.id, ids)))
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  // A row has the columns that were selected.
  return ids.flatMap((id) => byId.get(id) ?? []) as Row<R>[]
}

/** The group is with the time, because cursors have no part for it. */
function cursorAt<T extends ListTable, R extends Columns>(
  { source, sort }: Grouped<T, R>,
  sealer: Sealer,
  { group, created_at, id }: Place,
): string {
  const until = `${created_at}/${group?.id ?? ''}`
  return sealCursor(sealer, nameOf(source, sort), { created_at: (group?.key ?? '').replaceAll(' ', '\n'), id, until })
}

function placeAt<T extends ListTable, R extends Columns>(
  { source, sort }: Grouped<T, R>,
  sealer: Sealer,
  cursor: string,
): Place {
  const { created_at: key, id, until = '' } = openCursor(sealer, nameOf(source, sort), cursor)
  const [created_at = '', group = ''] = until.split('/')
  return { group: group === '' ? undefined : { key: key.replaceAll('\n', ' '), id: group }, created_at, id }
}
