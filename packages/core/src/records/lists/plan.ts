import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { prepared, type Reader } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { CHANGES_SCAN_LIMIT, SCAN_LIMIT, WHOLE_SCAN_LIMIT } from './limits.ts'
import type { ListQuery } from './query.ts'

type WalkedTable = PgTable & Record<'workspace_id' | 'id' | 'created_at' | 'updated_at', PgColumn>

/** A part of a list: up to the last examined row, or after the row before the page. */
interface Part {
  floor: boolean
  after: boolean
}

/** Rows of another table for rows of a list. */
interface Places {
  from: PgTable
  created_at: PgColumn
  id: PgColumn
  where: SQL | undefined
}

/** A filter with an index in another order than that of the list: if few rows match, they are sorted. */
export interface SelectiveFilter<T> {
  /** The given filters, or those of the candidates' condition. */
  filters: readonly string[]
  /** For rows found by another table or the text index; otherwise an index begins with the filters. */
  among?: {
    column(table: T): PgColumn
    /** The index of that column, unless it is the primary key: SQLite would otherwise prefer a covering index. */
    index?: string
    /** A query of that column's values for all rows that may match, or with `places` for those of a part of the list. */
    candidates(tables: Tables, dialect: Dialect, part?: Part): SQL
    /** The candidates by their place in the list, if an index has that order: then a page is found among any number of them. */
    places?(tables: Tables): Places
    /** Queries that must each find few rows, in this order; by default the candidates. */
    bounds?: readonly ((tables: Tables, dialect: Dialect) => SQL)[]
  }
}

/** The limits of a list that grows without bound, so that the cost of a page depends only on the examined rows. */
export interface LookLimit<T> {
  /** Maximum number of rows per page: it can contain fewer than requested, or none, and a cursor continues after them. */
  readonly at: number
  /** Filters that read whole rows, of which fewer are examined: `WHOLE_SCAN_LIMIT`. */
  readonly whole?: readonly string[]
  /** Filters that indexes in list order begin with; the most selective come first. */
  readonly within?: readonly (readonly string[])[]
  /** Filters by the time of the list's order. */
  readonly ranges?: readonly string[]
  /** Whether an index is ordered by the time of the last change. */
  readonly changes?: boolean
  readonly few?: readonly SelectiveFilter<T>[]
}

/** The last row that is looked at for a page. */
export interface StampFloor {
  created_at: string
  id: string
}

/** The index of a page, and the range that is read. */
export interface ListPlan<T> {
  /** The filters of the index; the others are checked on each row. */
  held: readonly string[]
  /** Few rows are found and sorted: by the time of their last change, unless `few` or `held` is set. */
  isSorted?: boolean
  few?: SelectiveFilter<T>
  /** Undefined if the rest is within the limit, or an index contains exactly the requested rows. */
  floor?: StampFloor | undefined
  /** A numbered page covers the whole list, and contains the matching rows of that page. */
  isOfAll?: boolean
}

interface Source<T> {
  readonly name: string
  table(tables: Tables): T
  readonly only?: (table: T, dialect: Dialect) => SQL
  readonly filters: Record<string, (table: T, dialect: Dialect) => SQL>
  readonly looks?: LookLimit<T>
  readonly goesOn?: boolean
}

/** Maximum number of rows that are examined for a page. */
export function scanLimit(looks: LookLimit<never> | undefined, { filters }: ListQuery): number {
  const { at = SCAN_LIMIT, whole = [] } = looks ?? {}
  return whole.some((name) => filters[name] !== undefined) ? WHOLE_SCAN_LIMIT : at
}

/** Maximum number of rows that are found in another order and sorted. */
export function fewLimit(looks: LookLimit<never> | undefined, query: ListQuery): number {
  return Math.min(SCAN_LIMIT, scanLimit(looks, query))
}

/** @param after the row before the page */
export async function planList<T extends WalkedTable>(
  reader: Reader,
  source: Source<T>,
  query: ListQuery,
  after: StampFloor | undefined,
): Promise<ListPlan<T>> {
  const { looks, filters } = source
  const isSince = query.updated_since !== undefined
  const given = Object.keys(query.filters).filter((name) => query.filters[name] !== undefined && name in filters)
  if (!looks) return { held: given, isSorted: isSince }
  const ranges = given.filter((name) => looks.ranges?.includes(name))
  const others = given.filter((name) => !ranges.includes(name))
  const sets = (looks.within ?? []).filter((set) => set.every((name) => others.includes(name)))
  const isHeld = others.length === 0 || sets.some((set) => set.length === others.length)
  if (!isSince && isHeld) return { held: given }
  const floors: StampFloor[] = []
  for (const set of sets) {
    const held = [...set, ...ranges]
    const floor = await floorOf(reader, source, query, held, after)
    if (!floor) return { held }
    floors.push(floor)
  }
  const few = await fewOf(reader, source, query, given, after)
  if (few) return few
  if (isSince && source.goesOn && query.cursor === undefined) return { held: [], isOfAll: true }
  const held = [...(sets[0] ?? []), ...ranges]
  return { held, floor: floors[0] ?? (await floorOf(reader, source, query, held, after)) }
}

/** The last examined row along an index; undefined if there are fewer. */
export async function floorOf<T extends WalkedTable>(
  reader: Reader,
  { name, table, only, filters, looks }: Source<T>,
  query: ListQuery,
  held: readonly string[],
  after: StampFloor | undefined,
): Promise<StampFloor | undefined> {
  const limit = looks ? scanLimit(looks, query) : 1
  const [floor] = await prepared(
    reader,
    `floor.${name}[${held.join()}].${limit}${after ? '.after' : ''}`,
    ({ db, tables, connection: { dialect } }) => {
      const of = table(tables)
      const from: PgTable = of
      return db
        .select({ created_at: of.created_at, id: of.id })
        .from(from)
        .where(
          and(
            eq(of.workspace_id, sql.placeholder('workspace_id')),
            only?.(of, dialect),
            ...held.map((key) => filters[key]?.(of, dialect)),
            after ? comesAfter(of) : undefined,
          ),
        )
        .orderBy(desc(of.created_at), desc(of.id))
        .limit(1)
        .offset(limit - 1)
    },
    { ...listValues(query), after_time: after?.created_at, after_id: after?.id },
  )
  return floor && { created_at: String(floor.created_at), id: String(floor.id) }
}

/** A plan with an index in another order, if it leaves few rows. */
async function fewOf<T extends WalkedTable>(
  reader: Reader,
  source: Source<T>,
  query: ListQuery,
  given: readonly string[],
  after: StampFloor | undefined,
): Promise<ListPlan<T> | undefined> {
  const { looks } = source
  if (query.updated_since !== undefined && looks?.changes) {
    // Without filters the index is sorted already; a cursor needs only the next rows.
    const most = given.length === 0 && query.cursor === undefined ? CHANGES_SCAN_LIMIT : fewLimit(looks, query)
    if (await areFew(reader, source, query, undefined, most)) return { held: [], isSorted: true }
  }
  for (const few of looks?.few ?? []) {
    const isAsked = few.filters.every((name) => query.filters[name] !== undefined)
    if (isAsked && few.among?.places)
      return { held: [], isSorted: true, few, floor: await floorAmong(reader, source, query, few, after) }
    if (isAsked && (await leavesFew(reader, source, query, few)))
      return { held: few.among ? [] : few.filters, isSorted: true, few }
  }
  return undefined
}

/** The last examined row among candidates in the order of the list; undefined if there are fewer. */
async function floorAmong<T extends WalkedTable>(
  reader: Reader,
  { name, looks }: Source<T>,
  query: ListQuery,
  { filters, among }: SelectiveFilter<T>,
  after: StampFloor | undefined,
): Promise<StampFloor | undefined> {
  const places = among?.places
  if (!places) return undefined
  const limit = fewLimit(looks, query)
  const [floor] = await prepared(
    reader,
    `floor_among.${name}[${filters.join()}].${limit}${after ? '.after' : ''}`,
    ({ db, tables }) => {
      const { from, where, ...place } = places(tables)
      return db
        .select(place)
        .from(from)
        .where(and(where, after ? comesAfter(place) : undefined))
        .orderBy(desc(place.created_at), desc(place.id))
        .limit(1)
        .offset(limit - 1)
    },
    { ...listValues(query), after_time: after?.created_at, after_id: after?.id },
  )
  return floor && { created_at: String(floor.created_at), id: String(floor.id) }
}

/** Whether a filter leaves few rows. */
export async function leavesFew<T extends WalkedTable>(
  reader: Reader,
  source: Source<T>,
  query: ListQuery,
  few: SelectiveFilter<T>,
): Promise<boolean> {
  const { bounds = [few.among?.candidates] } = few.among ?? {}
  for (const [index, bound] of bounds.entries())
    if (!(await areFew(reader, source, query, few, fewLimit(source.looks, query), { index, bound }))) return false
  return true
}

/** A query that must find few rows, by its place. */
interface Bound {
  index: number
  bound: ((tables: Tables, dialect: Dialect) => SQL) | undefined
}

/** @param few those that have changed, if there is no other filter */
async function areFew<T extends WalkedTable>(
  reader: Reader,
  { name, table, only, filters }: Source<T>,
  query: ListQuery,
  few: SelectiveFilter<T> | undefined,
  most: number,
  { index, bound }: Bound = { index: 0, bound: undefined },
): Promise<boolean> {
  const [row] = await prepared(
    reader,
    `few.${name}[${few?.filters.join() ?? 'changes'}].${index}`,
    ({ db, tables, connection: { dialect } }) => {
      const of = table(tables)
      const found = few
        ? few.filters.map((key) => filters[key]?.(of, dialect))
        : [since(of.updated_at), until(of.updated_at)]
      const own = and(eq(of.workspace_id, sql.placeholder('workspace_id')), only?.(of, dialect), ...found)
      const candidates = bound?.(tables, dialect) ?? sql`select ${of.id} from ${of} where ${own}`
      const some = sql`(${candidates} limit ${sql.placeholder('most')}) as candidates`
      return db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(some)
    },
    { ...listValues(query), most },
  )
  return (row?.total ?? 0) < most
}

/** The values of a query by placeholder. */
export function listValues({
  workspace_id,
  filters,
  updated_since,
  updated_until,
}: ListQuery): Record<string, unknown> {
  return { workspace_id, ...filters, updated_since, updated_until }
}

export function since(time: PgColumn): SQL {
  return sql`${time} >= ${sql.placeholder('updated_since')}`
}

export function until(time: PgColumn): SQL {
  return sql`${time} <= ${sql.placeholder('updated_until')}`
}

/** The condition that a row comes after the row before the page. */
export function comesAfter(table: Pick<WalkedTable, 'created_at' | 'id'>): SQL {
  return sql`(${table.created_at}, ${table.id}) < (${sql.placeholder('after_time')}, ${sql.placeholder('after_id')})`
}

/** The condition that a row is among the examined ones. */
export function isWithinScan(table: Pick<WalkedTable, 'created_at' | 'id'>): SQL {
  return sql`(${table.created_at}, ${table.id}) >= (${sql.placeholder('floor_time')}, ${sql.placeholder('floor_id')})`
}
