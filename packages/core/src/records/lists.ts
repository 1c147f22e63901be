import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { Sealer } from '../seal.ts'
import { prepared, preparedRows, type Reader, type Row, type Store } from '../storage/database.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Deletable } from '../storage/tables/service.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { openCursor, type Place, sealCursor } from './cursor.ts'
import { pageWithDeleted } from './deleted.ts'
import type { ListQuery, Meta } from './list-query.ts'
import type { Tombstone } from './tombstones.ts'

/** Beyond this, the place of the page is first found in an index that holds nothing else. */
const FAR_OFFSET = 500

type ListTable = PgTable & { workspace_id: PgColumn; id: PgColumn; created_at: PgColumn; updated_at: PgColumn }
export type Filter<T> = (table: T, dialect: Dialect) => SQL

/** A list of records, newest first. */
export interface ListSource<T extends ListTable, R extends Record<string, PgColumn>> {
  readonly name: string
  table(tables: Tables): T
  /** The columns that a row of the list has, and no others. */
  columns(table: T): R
  /** Under which name deletions are kept, where they are told of. */
  readonly deletions?: Deletable
  /** What is never listed. */
  readonly only?: Filter<T>
  /** The condition of each filter, with a placeholder of the filter's name. */
  readonly filters: Record<string, Filter<T>>
  /** The values as the engine's conditions take them, where these are not the values that were given. */
  values?(filters: Record<string, unknown>, dialect: Dialect): Record<string, unknown>
  /** Of a log that grows without bound: as many are counted at most. Who reads on takes a cursor. */
  readonly countsTo?: number
  /** A maintained count, where one answers these filters; otherwise the rows are counted by their index. */
  total?(reader: Reader, workspace_id: string, filters: Record<string, unknown>): Promise<number> | undefined
}

/** Condition and values of one query, with the name of its variant: each variant is compiled once. */
interface Plan<T> {
  variant: string
  where(table: T, dialect: Dialect): SQL | undefined
  values: Record<string, unknown>
}

/** Of the context of an operation, what a list needs. */
interface ListContext {
  readonly caller: { readonly workspace_id: string }
  readonly store: Pick<Store, 'read'>
  readonly sealer: Sealer
}

/** The answer of a list: the records of a page, by number or by cursor, and where it is. */
export function listed<T extends ListTable, R extends Record<string, PgColumn>>(
  { caller: { workspace_id }, store: { read }, sealer }: ListContext,
  source: ListSource<T, R>,
  { filters = {}, ...paging }: Omit<ListQuery, 'workspace_id' | 'filters'> & Partial<Pick<ListQuery, 'filters'>>,
): Promise<{ data: Row<R>[]; deleted?: Tombstone[]; meta: Meta }> {
  return read(async (reader) => {
    const values = source.values?.(filters, reader.connection.dialect) ?? filters
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
 * Whoever asks for changes goes on from the newest of them, so nothing older may come later: not by what is being committed,
 * and not by what changes between the first page of a walk by cursor and its last.
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
  return query.cursor === undefined ? pageByNumber(reader, source, query) : pageByCursor(reader, sealer, source, query)
}

async function pageByNumber<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  source: ListSource<T, R>,
  query: ListQuery,
) {
  const page = query.page ?? 1
  const plan = planOf(source, query)
  const total = await totalOf(reader, source, query, plan)
  const total_pages = Math.ceil(total / query.per_page)
  const meta: Meta = { page, per_page: query.per_page, total, total_pages, total_limit: source.countsTo }
  const offset = (page - 1) * query.per_page
  if (offset >= total) return { rows: [], meta }
  const fromEnd = total - offset - query.per_page
  if (fromEnd >= offset || offset <= FAR_OFFSET || total === source.countsTo)
    return {
      rows: await rowsOf(reader, source, query, plan, { backwards: false, offset, limit: query.per_page }),
      meta,
    }
  // Nearer the end: walk from there, and turn the rows around.
  const limit = Math.min(query.per_page, total - offset)
  const rows = await rowsOf(reader, source, query, plan, { backwards: true, offset: Math.max(0, fromEnd), limit })
  return { rows: rows.reverse(), meta }
}

async function pageByCursor<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery,
) {
  const after = query.cursor ? openCursor(sealer, source.name, query.cursor) : undefined
  const base = planOf(source, query)
  const plan: Plan<T> = after
    ? {
        variant: `${base.variant}.after`,
        where: (table, dialect) =>
          and(
            base.where(table, dialect),
            sql`(${table.created_at}, ${table.id}) < (${sql.placeholder('after_time')}, ${sql.placeholder('after_id')})`,
          ),
        values: { ...base.values, after_time: after.created_at, after_id: after.id },
      }
    : base
  const walk = { backwards: false, offset: 0, limit: query.per_page + 1 }
  const found = await rowsOf(reader, source, query, plan, walk)
  const rows = found.slice(0, query.per_page)
  // Every list selects the two columns that a place is made of.
  const last = found.length > query.per_page ? (rows.at(-1) as unknown as Place | undefined) : undefined
  const meta: Meta = {
    per_page: query.per_page,
    next_cursor: last ? sealCursor(sealer, source.name, { ...last, until: query.updated_until }) : null,
  }
  return { rows, meta }
}

function planOf<T extends ListTable, R extends Record<string, PgColumn>>(
  source: ListSource<T, R>,
  { workspace_id, filters, updated_since, updated_until }: ListQuery,
): Plan<T> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const names = given.map(([name]) => name)
  return {
    variant: `${source.name}[${names.join()}]${updated_since === undefined ? '' : '.since'}${updated_until === undefined ? '' : '.until'}`,
    where: (table, dialect) =>
      and(
        eq(table.workspace_id, sql.placeholder('workspace_id')),
        source.only?.(table, dialect),
        ...names.map((name) => source.filters[name]?.(table, dialect)),
        updated_since === undefined ? undefined : sql`${table.updated_at} >= ${sql.placeholder('updated_since')}`,
        updated_until === undefined ? undefined : sql`${table.updated_at} <= ${sql.placeholder('updated_until')}`,
      ),
    values: { workspace_id, ...Object.fromEntries(given), updated_since, updated_until },
  }
}

async function totalOf<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  source: ListSource<T, R>,
  query: ListQuery,
  plan: Plan<T>,
): Promise<number> {
  const maintained = query.updated_since === undefined && source.total?.(reader, query.workspace_id, query.filters)
  if (maintained) return maintained
  const [row] = await prepared(
    reader,
    `count.${plan.variant}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      const from: PgTable = table
      const where = plan.where(table, dialect)
      const total = sql<number>`count(*)`.mapWith(Number)
      if (source.countsTo === undefined) return db.select({ total }).from(from).where(where)
      const some = db.select({ id: table.id }).from(from).where(where).limit(source.countsTo)
      return db.select({ total }).from(some.as('some'))
    },
    plan.values,
  )
  return row?.total ?? 0
}

interface Walk {
  backwards: boolean
  offset: number
  limit: number
}

async function rowsOf<T extends ListTable, R extends Record<string, PgColumn>>(
  reader: Reader,
  source: ListSource<T, R>,
  query: ListQuery,
  plan: Plan<T>,
  walk: Walk,
): Promise<Row<R>[]> {
  const far = walk.offset > FAR_OFFSET
  return preparedRows(
    reader,
    `list.${plan.variant}${walk.backwards ? '.backwards' : ''}${far ? '.far' : ''}`,
    ({ tables }) => source.columns(source.table(tables)),
    ({ db, tables, connection: { dialect } }, columns) => {
      const table = source.table(tables)
      const where = plan.where(table, dialect)
      const direction = walk.backwards ? asc : desc
      // A filter by time has an index of its own, which beats walking all records in order.
      const time = query.updated_since === undefined ? table.created_at : dialect.unindexed(table.created_at)
      const order = [direction(time), direction(table.id)]
      const limit = sql.placeholder('limit')
      const offset = sql.placeholder('offset')
      const from: PgTable = table
      const rows = db
        // What the source selects; the builder wants to know no more than that these are columns.
        .select(columns as Record<string, PgColumn>)
        .from(from)
        .orderBy(...order)
        .$dynamic()
      if (!far) return rows.where(where).limit(limit).offset(offset)
      const place = db
        .select({ id: table.id })
        .from(from)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.where(and(eq(table.workspace_id, sql.placeholder('workspace_id')), inArray(table.id, place)))
    },
    { ...plan.values, limit: walk.limit, offset: walk.offset },
  )
}
