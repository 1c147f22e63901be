import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../../../storage/database.ts'
import type { Dialect } from '../../../storage/dialect.ts'
import { listValues, type SelectiveFilter, scanLimit } from '../plan.ts'
import type { ListQuery, Sort } from '../query.ts'
import type { ListSource, ListTable } from '../source.ts'

/** The position of a row in an order. */
export interface Position {
  key: string | number
  id: string
}

/** How the rows of a page are found. */
export interface SortedPlan<T> {
  /** The filters of an index that leaves few rows, which are sorted. Otherwise the index of the order is walked. */
  few?: { held: readonly string[]; among?: SelectiveFilter<T>['among'] }
  /** The last row that is examined; undefined if the rest is within the limit. */
  floor?: Position | undefined
}

export type Columns = Record<string, PgColumn>

/** A sorted list with what its statements need. */
export interface Sorted<T extends ListTable, R extends Columns> {
  reader: Reader
  source: ListSource<T, R>
  query: ListQuery
  sort: Sort
}

/** The names of the filters that are set. */
export function givenOf({ filters }: ListQuery): string[] {
  return Object.keys(filters).filter((name) => filters[name] !== undefined)
}

export function limitOf<T extends ListTable>({ looks }: ListSource<T, Columns>, query: ListQuery): number {
  return scanLimit(looks, query)
}

export function keyOf<T extends ListTable>({ orders }: ListSource<T, Columns>, { by }: Sort, table: T): PgColumn {
  const key = by === 'created_at' ? table.created_at : orders?.[by]?.(table)
  if (!key) throw new Error(`There is no order by ${by}`)
  return key
}

/** The part of the names of statements and cursors that stands for the list and its order. */
export function nameOf({ name }: { readonly name: string }, { by, order }: Sort): string {
  return `${name} ${by} ${order}`
}

export function orderBy(key: PgColumn | SQL, id: PgColumn | SQL, order: Sort['order']): SQL[] {
  return order === 'asc' ? [asc(key), asc(id)] : [desc(key), desc(id)]
}

/**
 * The condition that a row comes after the row before the page. Including that row's key, because PostgreSQL estimates
 * by the first column alone: where most rows have the same key, it would expect few beyond it, and sort them all.
 */
export function beyond(key: PgColumn | SQL, id: PgColumn | SQL, order: Sort['order']): SQL {
  const sign = sql.raw(order === 'asc' ? '>=' : '<=')
  const after_id = sql.placeholder('after_id')
  return sql`((${key}, ${id}) ${sign} (${sql.placeholder('after_key')}, ${after_id}) and ${id} <> ${after_id})`
}

/** The condition that a row is among the examined ones. */
function isExamined(key: PgColumn, id: PgColumn, order: Sort['order']): SQL {
  const sign = sql.raw(order === 'asc' ? '<=' : '>=')
  return sql`(${key}, ${id}) ${sign} (${sql.placeholder('floor_key')}, ${sql.placeholder('floor_id')})`
}

/** The name of a plan's statements: each is prepared once. */
export function variantOf<T extends ListTable, R extends Columns>(
  { source, query, sort }: Sorted<T, R>,
  { few, floor }: SortedPlan<T>,
): string {
  const found = few && `few ${few.held.join()}${few.among ? ' among' : ''}`
  return `${nameOf(source, sort)}[${givenOf(query).join()}].${found ?? (floor ? 'above' : '')}`
}

/** The matching rows: those that are few, or those of the index of the order up to the last examined one. */
export function matching<T extends ListTable, R extends Columns>(
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

export function valuesOf({ query }: Pick<Sorted<ListTable, Columns>, 'query'>, floor: Position | undefined) {
  return { ...listValues(query), floor_key: floor?.key, floor_id: floor?.id }
}

export function fromOf<T extends ListTable>(table: T, { few }: SortedPlan<T>, dialect: Dialect): PgTable | SQL {
  return few?.among?.index ? dialect.indexedBy(table, few.among.index) : table
}
