import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Sealer } from '../../secret/seal.ts'
import { prepared, preparedRows, type Reader, type Row, readTogether, type Store } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tombstone } from '../tombstones.ts'
import { type CursorPosition, openCursor } from './cursor.ts'
import { groupedRows } from './grouped/grouped.ts'
import { cursorAt, placeAfter, placeOf } from './places.ts'
import { comesAfter, isWithinScan, type ListPlan, listValues, planList, since, until } from './plan.ts'
import { nearestMark, SPACING } from './positions.ts'
import type { ListQuery, Meta } from './query.ts'
import { sortedRows } from './sorted/sorted.ts'
import type { ListSource, ListTable } from './source.ts'
import { pageWithDeleted } from './with-deleted.ts'

/** Beyond this offset, the position of the page is first found in a covering index. */
const FAR_OFFSET = 500

/** The condition and values of a query, with the name of its variant: each variant is prepared once. */
interface Plan<T> {
  way: ListPlan<T>
  variant: string
  from(table: T, dialect: Dialect): PgTable | SQL
  where(table: T, dialect: Dialect): SQL | undefined
  values: Record<string, unknown>
}

/** The parts of an operation's context that a list needs. */
interface ListContext {
  readonly caller: { readonly workspace_id: string }
  readonly store: Pick<Store, 'read'>
  readonly sealer: Sealer
}

/** The response of a list: the records of a page, by number or by cursor, and its position. */
export function listRecords<T extends ListTable, R extends Record<string, PgColumn>>(
  { caller: { workspace_id }, store: { read }, sealer }: ListContext,
  source: ListSource<T, R>,
  { filters = {}, ...paging }: Omit<ListQuery, 'workspace_id' | 'filters'> & Partial<Pick<ListQuery, 'filters'>>,
): Promise<{ data: Row<R>[]; deleted?: Tombstone[]; meta: Meta }> {
  return read(async (reader) => {
    const given = (await source.indexed?.(reader, workspace_id, filters)) ?? filters
    const values = source.values?.(given, reader.connection.dialect) ?? given
    const { deletions } = source
    const query = await bounded(reader, sealer, source.name, { workspace_id, filters: values, ...paging })
    const recordsOf = (part: ListQuery) => listRows(reader, sealer, source, part)
    if (query.include_deleted && deletions !== undefined)
      return pageWithDeleted(reader, sealer, { name: source.name, deletions }, query, recordsOf)
    const { rows, meta } = await recordsOf(query)
    return { data: rows, meta }
  })
}

/**
 * Sets the upper bound of `updated_since` lists. Clients continue from the newest change, so no older one may follow:
 * neither by open transactions, nor by changes between the first and the last page.
 */
async function bounded(reader: Reader, sealer: Sealer, list: string, query: ListQuery): Promise<ListQuery> {
  if (query.updated_since === undefined) return query
  const until = query.cursor ? openCursor(sealer, list, query.cursor).until : undefined
  return { ...query, updated_until: until ?? (await reader.connection.settled()) }
}

/** Rows of a page, by number or by cursor. */
async function listRows<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery,
) {
  if (query.cursor !== undefined && query.page !== undefined)
    throw validationError({ cursor: fieldError('not_together', 'cannot be combined with page') })
  const { sort } = query
  const by = sort && source.groups?.[sort.by]
  if (sort && by) {
    const order = typeof by === 'function' ? by(query.filters) : by
    return groupedRows(reader, sealer, source, order, { ...query, sort })
  }
  if (sort) return sortedRows(reader, sealer, source, { ...query, sort })
  return query.cursor === undefined
    ? pageByNumber(reader, sealer, source, query)
    : pageByCursor(reader, sealer, source, query)
}

async function pageByNumber<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery,
) {
  const page = query.page ?? 1
  const plan = planOf(source, query, await planList(reader, source, query, undefined))
  const paged = plan.way.isOfAll ? { ...query, updated_since: undefined, updated_until: undefined, filters: {} } : query
  const place = plan.way.isOfAll ? planOf(source, paged, { held: [] }) : plan
  const offset = (page - 1) * query.per_page
  const fromStart = { backwards: false, offset, limit: query.per_page }
  const { floor } = plan.way
  if (floor) {
    // A total of the examined rows would say of the others that there are none.
    const rows = await rowsOf(reader, source, plan, fromStart)
    const next_cursor = cursorAt(sealer, source, query, placeAfter(rows, query, floor))
    const meta: Meta = { page, per_page: query.per_page, next_cursor, incomplete_results: true }
    return { rows, meta }
  }
  const isNear = offset <= FAR_OFFSET
  // Near the start, the rows do not depend on their number.
  const [{ total, isCut }, near] = await readTogether(reader, (together) =>
    Promise.all([
      totalOf(together, source, paged, place),
      isNear ? rowsOf(together, source, plan, fromStart, place) : [],
    ]),
  )
  const isCapped = source.goesOn === true && isCut
  const total_limit = source.goesOn && !isCapped ? undefined : source.countsTo
  const total_pages = Math.ceil(total / query.per_page)
  const meta: Meta = { page, per_page: query.per_page, total, total_pages, total_limit }
  if (offset >= total && !isCapped) return { rows: [], meta }
  if (isNear) return { rows: near, meta }
  const fromEnd = total - offset - query.per_page
  const first = total - 1 - offset
  const mark = Math.min(offset, fromEnd) > SPACING && (await nearestMark(reader, source, query, first))
  if (mark) {
    const walk = { backwards: false, offset: mark.position - 1 - first, limit: query.per_page }
    return { rows: await rowsOf(reader, source, planOf(source, query, plan.way, mark), walk), meta }
  }
  if (fromEnd >= offset || isCut) return { rows: await rowsOf(reader, source, plan, fromStart, place), meta }
  // Nearer to the end: read backwards from there, and reverse the rows.
  const limit = Math.min(query.per_page, total - offset)
  const walk = { backwards: true, offset: Math.max(0, fromEnd), limit }
  const rows = await rowsOf(reader, source, plan, walk, place)
  return { rows: rows.reverse(), meta }
}

async function pageByCursor<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery,
) {
  const after = query.cursor ? openCursor(sealer, source.name, query.cursor) : undefined
  const plan = planOf(source, query, await planList(reader, source, query, after), after)
  const found = await rowsOf(reader, source, plan, { backwards: false, offset: 0, limit: query.per_page + 1 })
  const rows = found.slice(0, query.per_page)
  const shown = found.length > query.per_page ? rows.at(-1) : undefined
  const last = shown ? placeOf(shown) : plan.way.floor
  const next_cursor = last ? cursorAt(sealer, source, query, last) : null
  const incomplete = last && !shown ? ({ incomplete_results: true } as const) : {}
  return { rows, meta: { per_page: query.per_page, next_cursor, ...incomplete } satisfies Meta }
}

function planOf<T extends ListTable, R extends Record<string, PgColumn>>(
  source: ListSource<T, R>,
  query: ListQuery,
  way: ListPlan<T>,
  after?: CursorPosition,
): Plan<T> {
  const given = Object.keys(query.filters).filter((name) => query.filters[name] !== undefined)
  const { held, few, floor, isSorted, isOfAll } = way
  const isSince = query.updated_since !== undefined
  const isByChange = isSorted && !few
  const part = { floor: floor !== undefined, after: after !== undefined }
  const marks = [few?.filters.join(), floor && 'above', after && 'after', isSorted && 'sorted', isSince && 'since']
  return {
    way,
    variant: `${source.name}[${given.join()}].${held.join()}.${[...marks, isOfAll && 'all'].filter(Boolean).join('.')}`,
    from: (table, dialect) => (few?.among?.index ? dialect.indexedBy(table, few.among.index) : table),
    where: (table, dialect) => {
      // Only the columns of the plan may be used to choose an index.
      const tried = source.looks ? dialect.unindexedTable(table) : table
      const time = isByChange ? table.updated_at : tried.updated_at
      const place = isSorted ? tried : table
      const among = few?.among
      return and(
        eq((among?.column(table).primary ? tried : table).workspace_id, sql.placeholder('workspace_id')),
        source.only?.(table, dialect),
        among && sql`${among.column(table)} in (${among.candidates(dialect.tables, dialect, part)})`,
        ...given.map((name) => source.filters[name]?.(held.includes(name) ? table : tried, dialect)),
        isSince ? since(time) : undefined,
        isSince ? until(time) : undefined,
        floor && isWithinScan(place),
        after && comesAfter(place),
      )
    },
    values: {
      ...listValues(query),
      floor_time: floor?.created_at,
      floor_id: floor?.id,
      after_time: after?.created_at,
      after_id: after?.id,
    },
  }
}

/** @returns `isCut`: there may be more, because counting ended at the maximum */
async function totalOf<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  source: ListSource<T, R>,
  query: ListQuery,
  plan: Plan<T>,
): Promise<{ total: number; isCut: boolean }> {
  const maintained = query.updated_since === undefined && source.total?.(reader, query.workspace_id, query.filters)
  if (maintained) return { total: await maintained, isCut: false }
  const [row] = await prepared(
    reader,
    `count.${plan.variant}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      const from = plan.from(table, dialect)
      const where = plan.where(table, dialect)
      const total = sql<number>`count(*)`.mapWith(Number)
      if (source.countsTo === undefined) return db.select({ total }).from(from).where(where)
      const some = db
        .select({ id: idOf(table) })
        .from(from)
        .where(where)
        .limit(source.countsTo)
      return db.select({ total }).from(some.as('some'))
    },
    plan.values,
  )
  const total = row?.total ?? 0
  return { total, isCut: total === source.countsTo }
}

/** The builder accepts no column of a table with a forced index. */
function idOf({ id }: ListTable): SQL.Aliased {
  return sql`${id}`.as('id')
}

interface Walk {
  backwards: boolean
  offset: number
  limit: number
}

/** @param place the position of the page, if it differs from the condition of its rows */
async function rowsOf<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  source: ListSource<T, R>,
  plan: Plan<T>,
  walk: Walk,
  place = plan,
): Promise<Row<R>[]> {
  const isSorted = place.way.isSorted === true
  // Sorting ids is cheaper than sorting whole rows.
  const isFar = walk.offset > FAR_OFFSET || isSorted || place !== plan
  return preparedRows(
    reader,
    `list.${plan.variant}${walk.backwards ? '.backwards' : ''}${isFar ? '.far' : ''}`,
    ({ tables }) => source.columns(source.table(tables)),
    ({ db, tables, connection: { dialect } }, columns) => {
      const table = source.table(tables)
      const where = place.where(table, dialect)
      const direction = walk.backwards ? asc : desc
      const sorted = [direction(dialect.unindexed(table.created_at)), direction(table.id)]
      const order = isSorted ? sorted : [direction(table.created_at), direction(table.id)]
      const limit = sql.placeholder('limit')
      const offset = sql.placeholder('offset')
      const from: PgTable = table
      const rows = db
        // The columns of the source; the builder only needs to know that they are columns.
        .select(columns as Record<string, PgColumn>)
        .from(from)
        .$dynamic()
      if (!isFar)
        return rows
          .orderBy(...order)
          .where(where)
          .limit(limit)
          .offset(offset)
      const ids = db
        .select({ id: idOf(table) })
        .from(place.from(table, dialect))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      const own = table.id.primary ? dialect.unindexedTable(table) : table
      const asked = place === plan ? undefined : plan.where(dialect.unindexedTable(table), dialect)
      // Only the rows of the page are sorted here.
      return rows
        .where(and(eq(own.workspace_id, sql.placeholder('workspace_id')), inArray(table.id, ids), asked))
        .orderBy(...sorted)
    },
    { ...place.values, ...plan.values, limit: walk.limit, offset: walk.offset },
  )
}
