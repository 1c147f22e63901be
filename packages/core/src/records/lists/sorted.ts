import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Sealer } from '../../secret/seal.ts'
import { prepared, preparedRows, type Reader, type Row } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { openCursor, sealCursor } from './cursor.ts'
import { SCAN_LIMIT } from './limits.ts'
import type { ListSource, ListTable } from './lists.ts'
import { floorOf, leavesFew, listValues, type SelectiveFilter } from './plan.ts'
import type { ListQuery, Meta, Sort } from './query.ts'

/** The position of a row in an order. */
interface Position {
  key: string | number
  id: string
}

/** How the rows of a page are found. */
interface SortedPlan<T> {
  /** The filters of an index that leaves few rows, which are sorted. Otherwise the index of the order is walked. */
  few?: { held: readonly string[]; among?: SelectiveFilter<T>['among'] }
  /** The last row that is examined; undefined if the rest is within the limit. */
  floor?: Position | undefined
}

type Columns = Record<string, PgColumn>

/** A sorted list with what its statements need. */
interface Sorted<T extends ListTable, R extends Columns> {
  reader: Reader
  source: ListSource<T, R>
  query: ListQuery
  sort: Sort
}

/** Rows of a page in an order with an index, by number or by cursor. */
export async function sortedRows<T extends ListTable, R extends Columns>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery & { sort: Sort },
): Promise<{ rows: Row<R>[]; meta: Meta }> {
  const list = { reader, source, query, sort: query.sort }
  return query.cursor === undefined ? pageByNumber(list, sealer) : pageByCursor(list, sealer, query.cursor)
}

async function pageByNumber<T extends ListTable, R extends Columns>(list: Sorted<T, R>, sealer: Sealer) {
  const { reader, source, query } = list
  const { page = 1, per_page } = query
  const plan = await planOf(list, undefined)
  const isWhole = plan.few === undefined && plan.floor === undefined && givenOf(query).length === 0
  const known = isWhole ? source.total?.(reader, query.workspace_id, query.filters) : undefined
  const total = (await known) ?? (await countOf(list, plan))
  const offset = (page - 1) * per_page
  const next_cursor =
    plan.floor && offset + per_page >= total ? { next_cursor: cursorAt(list, sealer, plan.floor) } : {}
  const total_limit = plan.floor ? limitOf(source) : undefined
  const meta: Meta = { page, per_page, total, total_pages: Math.ceil(total / per_page), total_limit, ...next_cursor }
  if (offset >= total) return { rows: [], meta }
  const fromEnd = total - offset - per_page
  if (fromEnd >= offset) return { rows: await rowsOf(list, plan, { offset, limit: per_page }), meta }
  // Nearer to the end: read backwards from there, and reverse the rows.
  const walk = { backwards: true, offset: Math.max(0, fromEnd), limit: Math.min(per_page, total - offset) }
  const rows = await rowsOf(list, plan, walk)
  return { rows: rows.reverse(), meta }
}

async function pageByCursor<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  sealer: Sealer,
  cursor: string,
) {
  const { per_page } = list.query
  const after = cursor === '' ? undefined : positionAt(list, sealer, cursor)
  const plan = await planOf(list, after)
  const found = await rowsOf(list, plan, { offset: 0, limit: per_page + 1, after })
  const rows = found.slice(0, per_page)
  const shown = found.length > per_page ? rows.at(-1) : undefined
  const last = shown ? await positionOf(list, String(shown.id)) : plan.floor
  return { rows, meta: { per_page, next_cursor: last ? cursorAt(list, sealer, last) : null } satisfies Meta }
}

/** The names of the filters that are set. */
function givenOf({ filters }: ListQuery): string[] {
  return Object.keys(filters).filter((name) => filters[name] !== undefined)
}

function limitOf<T extends ListTable>({ looks }: ListSource<T, Columns>): number {
  return looks?.at ?? SCAN_LIMIT
}

function keyOf<T extends ListTable>({ orders }: ListSource<T, Columns>, { by }: Sort, table: T): PgColumn {
  const key = by === 'created_at' ? table.created_at : orders?.[by]?.(table)
  if (!key) throw new Error(`There is no order by ${by}`)
  return key
}

/** Chooses between sorting the rows that match, if they are few, and walking the index of the order. */
async function planOf<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  after: Position | undefined,
): Promise<SortedPlan<T>> {
  const { reader, source, query } = list
  const given = givenOf(query).filter((name) => name in source.filters)
  if (given.length === 0) return {}
  const { within = [], few = [] } = source.looks ?? {}
  for (const held of within.filter((set) => set.every((name) => given.includes(name))))
    if (!(await floorOf(reader, source, query, held, undefined))) return { few: { held } }
  for (const one of few) {
    const isAsked = one.filters.every((name) => query.filters[name] !== undefined)
    if (isAsked && (await leavesFew(reader, source, query, one)))
      return { few: one.among ? { held: [], among: one.among } : { held: one.filters } }
  }
  return { floor: await lastExamined(list, after) }
}

/** The last examined row along the index of the order; undefined if there are fewer. */
async function lastExamined<T extends ListTable, R extends Columns>(
  { reader, source, query, sort }: Sorted<T, R>,
  after: Position | undefined,
): Promise<Position | undefined> {
  const [floor] = await prepared(
    reader,
    `sorted_floor.${nameOf(source, sort)}${after ? '.after' : ''}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      const key = keyOf(source, sort, table)
      const from: PgTable = table
      return db
        .select({ key, id: table.id })
        .from(from)
        .where(
          and(
            eq(table.workspace_id, sql.placeholder('workspace_id')),
            source.only?.(table, dialect),
            after ? beyond(key, table.id, sort.order) : undefined,
          ),
        )
        .orderBy(...orderBy(key, table.id, sort.order))
        .limit(1)
        .offset(limitOf(source) - 1)
    },
    { workspace_id: query.workspace_id, after_key: after?.key, after_id: after?.id },
  )
  return floor && positionFrom(floor)
}

/** The position of a row of the page, whose key the list need not show. */
async function positionOf<T extends ListTable, R extends Columns>(
  { reader, source, query: { workspace_id }, sort }: Sorted<T, R>,
  id: string,
): Promise<Position | undefined> {
  const [row] = await prepared(
    reader,
    `sorted_key.${source.name}.${sort.by}`,
    ({ db, tables }) => {
      const table = source.table(tables)
      const from: PgTable = table
      return db
        .select({ key: keyOf(source, sort, table), id: table.id })
        .from(from)
        .where(and(eq(table.workspace_id, sql.placeholder('workspace_id')), eq(table.id, sql.placeholder('id'))))
    },
    { workspace_id, id },
  )
  return row && positionFrom(row)
}

function positionFrom({ key, id }: { key: unknown; id: unknown }): Position {
  return { key: typeof key === 'number' ? key : String(key), id: String(id) }
}

/** The part of the names of statements and cursors that stands for the list and its order. */
function nameOf({ name }: { readonly name: string }, { by, order }: Sort): string {
  return `${name} ${by} ${order}`
}

/** Sort names contain single spaces, and no line breaks. */
function cursorAt<T extends ListTable, R extends Columns>(
  { source, sort }: Sorted<T, R>,
  sealer: Sealer,
  { key, id }: Position,
): string {
  return sealCursor(sealer, nameOf(source, sort), { created_at: String(key).replaceAll(' ', '\n'), id })
}

function positionAt<T extends ListTable, R extends Columns>(
  { reader, source, sort }: Sorted<T, R>,
  sealer: Sealer,
  cursor: string,
): Position {
  const { created_at, id } = openCursor(sealer, nameOf(source, sort), cursor)
  const text = created_at.replaceAll('\n', ' ')
  const { dataType } = keyOf(source, sort, source.table(reader.tables))
  return { key: dataType === 'number' ? Number(text) : text, id }
}

function orderBy(key: PgColumn | SQL, id: PgColumn | SQL, order: Sort['order']): SQL[] {
  return order === 'asc' ? [asc(key), asc(id)] : [desc(key), desc(id)]
}

/** The condition that a row comes after the row before the page. */
function beyond(key: PgColumn | SQL, id: PgColumn | SQL, order: Sort['order']): SQL {
  const sign = sql.raw(order === 'asc' ? '>' : '<')
  return sql`(${key}, ${id}) ${sign} (${sql.placeholder('after_key')}, ${sql.placeholder('after_id')})`
}

/** The condition that a row is among the examined ones. */
function isExamined(key: PgColumn, id: PgColumn, order: Sort['order']): SQL {
  const sign = sql.raw(order === 'asc' ? '<=' : '>=')
  return sql`(${key}, ${id}) ${sign} (${sql.placeholder('floor_key')}, ${sql.placeholder('floor_id')})`
}

/** The name of a plan's statements: each is prepared once. */
function variantOf<T extends ListTable, R extends Columns>(
  { source, query, sort }: Sorted<T, R>,
  { few, floor }: SortedPlan<T>,
): string {
  const found = few && `few ${few.held.join()}${few.among ? ' among' : ''}`
  return `${nameOf(source, sort)}[${givenOf(query).join()}].${found ?? (floor ? 'above' : '')}`
}

/** The matching rows: those that are few, or those of the index of the order up to the last examined one. */
function matching<T extends ListTable, R extends Columns>(
  { source, query, sort }: Sorted<T, R>,
  { few, floor }: SortedPlan<T>,
  table: T,
  dialect: Dialect,
): SQL | undefined {
  // Only the columns of the plan may be used to choose an index.
  const tried = dialect.unindexedTable(table)
  const among = few?.among
  return and(
    eq((among?.column(table).primary ? tried : table).workspace_id, sql.placeholder('workspace_id')),
    source.only?.(table, dialect),
    among && sql`${among.column(table)} in (${among.candidates(dialect.tables, dialect)})`,
    ...givenOf(query).map((name) => source.filters[name]?.(few?.held.includes(name) ? table : tried, dialect)),
    floor && isExamined(keyOf(source, sort, table), table.id, sort.order),
  )
}

function valuesOf({ query }: Pick<Sorted<ListTable, Columns>, 'query'>, floor: Position | undefined) {
  return { ...listValues(query), floor_key: floor?.key, floor_id: floor?.id }
}

async function countOf<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  plan: SortedPlan<T>,
): Promise<number> {
  const { reader, source } = list
  const [row] = await prepared(
    reader,
    `sorted_count.${variantOf(list, plan)}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      const some = db
        .select({ id: sql`${table.id}`.as('id') })
        .from(fromOf(table, plan, dialect))
        .where(matching(list, plan, table, dialect))
        // Of the examined rows, those of the index: PostgreSQL would read all.
        .orderBy(...(plan.few ? [] : orderBy(keyOf(source, list.sort, table), table.id, list.sort.order)))
        .limit(limitOf(source))
      return db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(some.as('some'))
    },
    valuesOf(list, plan.floor),
  )
  return row?.total ?? 0
}

function fromOf<T extends ListTable>(table: T, { few }: SortedPlan<T>, dialect: Dialect): PgTable | SQL {
  return few?.among?.index ? dialect.indexedBy(table, few.among.index) : table
}

interface Walk {
  backwards?: boolean
  offset: number
  limit: number
  after?: Position | undefined
}

/** The rows of a page. Their ids are found first: sorting those is cheaper than sorting whole rows. */
async function rowsOf<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  plan: SortedPlan<T>,
  { backwards = false, offset, limit, after }: Walk,
): Promise<Row<R>[]> {
  const { reader, source, sort } = list
  const order = backwards ? (sort.order === 'asc' ? 'desc' : 'asc') : sort.order
  return preparedRows(
    reader,
    `sorted.${variantOf(list, plan)}${backwards ? '.backwards' : ''}${after ? '.after' : ''}`,
    ({ tables }) => source.columns(source.table(tables)),
    ({ db, tables, connection: { dialect } }, columns) => {
      const table = source.table(tables)
      const key = keyOf(source, sort, table)
      const from: PgTable = table
      const isAfter = after ? beyond(key, table.id, sort.order) : undefined
      const where = matching(list, plan, table, dialect)
      const place = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
      const few = db
        .select({ key: sql`${key}`.as('key'), id: sql`${table.id}`.as('id') })
        .from(fromOf(table, plan, dialect))
        .where(where)
        .limit(limitOf(source))
        .as('few')
      const ids = plan.few
        ? db
            .select({ id: few.id })
            .from(few)
            .where(after ? beyond(sql`${few.key}`, sql`${few.id}`, sort.order) : undefined)
            .orderBy(...orderBy(sql`${few.key}`, sql`${few.id}`, order))
        : db
            .select({ id: table.id })
            .from(from)
            .where(and(where, isAfter))
            .orderBy(...orderBy(key, table.id, order))
      const own = table.id.primary ? dialect.unindexedTable(table) : table
      return (
        db
          // The columns of the source; the builder only needs to know that they are columns.
          .select(columns as Columns)
          .from(from)
          .where(
            and(
              eq(own.workspace_id, sql.placeholder('workspace_id')),
              inArray(table.id, ids.limit(place.limit).offset(place.offset)),
            ),
          )
          // Only the rows of the page are sorted here.
          .orderBy(...orderBy(dialect.unindexed(key), table.id, order))
      )
    },
    {
      ...valuesOf(list, plan.floor),
      after_key: after?.key,
      after_id: after?.id,
      limit,
      offset,
    },
  )
}
