import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { prepared } from '../../../storage/database.ts'
import type { Dialect } from '../../../storage/dialect.ts'
import { comesAfter, isWithinScan, listValues, type StampFloor } from '../plan.ts'
import {
  type Columns,
  fromOf,
  limitOf,
  matching,
  nameOf,
  type Sorted,
  type SortedPlan,
  valuesOf,
  variantOf,
} from '../sorted/sorted-list.ts'
import type { ListTable } from '../source.ts'
import { comparePlaces, type GroupOrder, type GroupPlace, type Place } from './group-order.ts'

/** A list in an order by groups, with what its statements need. */
export interface Grouped<T extends ListTable, R extends Columns> extends Sorted<T, R> {
  by: GroupOrder<T>
  /** The only group, if its filter is given. */
  only: unknown
  /** The other filters that are given. */
  others: readonly string[]
}

interface Part {
  after: Place | undefined
  /** The last row that is examined. */
  floor?: StampFloor | undefined
  limit: number
}

/** The matches of one group, or of the rows without a group, from the newest. */
export async function placesOfGroup<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  group: GroupPlace | undefined,
  { after, floor, limit }: Part,
): Promise<Place[]> {
  const { reader, source } = list
  const marks = [...list.others, '', group ? 'of one' : 'of none', after && 'after', floor && 'above']
  const rows = await prepared(
    reader,
    `grouped.${nameOf(source, list.sort)}.${marks.filter((mark) => mark !== undefined).join()}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      return db
        .select(keysOf(table))
        .from(fromGroup(list, table, group, dialect))
        .where(
          and(
            isInGroup(list, table, group, dialect),
            ...filtersOf(list, table, dialect),
            after && comesAfter(table),
            floor && isWithinScan(table),
          ),
        )
        .orderBy(sql`${table.created_at} desc`, sql`${table.id} desc`)
        .limit(sql.placeholder('limit'))
    },
    { ...partValues(list, group, after), floor_time: floor?.created_at, floor_id: floor?.id, limit },
  )
  return rows.map(({ created_at, id }) => ({ group, created_at: String(created_at), id: String(id) }))
}

/** The last of so many rows of a group; undefined if there are fewer. */
export async function floorOfGroup<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  group: GroupPlace | undefined,
  { after, limit }: Omit<Part, 'floor'>,
): Promise<Place | undefined> {
  const { reader, source } = list
  const [row] = await prepared(
    reader,
    `grouped_floor.${nameOf(source, list.sort)}.${group ? 'of one' : 'of none'}${after ? '.after' : ''}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      return db
        .select(keysOf(table))
        .from(fromGroup(list, table, group, dialect))
        .where(and(isInGroup(list, table, group, dialect), after && comesAfter(table)))
        .orderBy(sql`${table.created_at} desc`, sql`${table.id} desc`)
        .limit(1)
        .offset(sql.placeholder('offset'))
    },
    { ...partValues(list, group, after), offset: limit - 1 },
  )
  return row && { group, created_at: String(row.created_at), id: String(row.id) }
}

/** The matches of whole groups, in order. */
export async function placesOfGroups<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  groups: readonly GroupPlace[],
): Promise<Place[]> {
  const { reader, source, by, sort, query, others } = list
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const places: Place[] = []
  for (const ids of setsOf([...groupOf.keys()])) {
    const rows = await prepared(
      reader,
      `grouped_sets.${nameOf(source, sort)}[${others.join()}].${ids.length}`,
      ({ db, tables, connection: { dialect } }) => {
        const table = source.table(tables)
        return db
          .select({ ...keysOf(table), group: sql`${by.column(table)}`.as('group_id') })
          .from(dialect.indexedBy(table, by.index))
          .where(
            and(
              eq(table.workspace_id, sql.placeholder('workspace_id')),
              source.only?.(table, dialect),
              sql`${by.column(table)} in ${ids.map((_, at) => sql.placeholder(`group_${at}`))}`,
              ...filtersOf(list, table, dialect),
            ),
          )
      },
      { ...listValues(query), ...Object.fromEntries(ids.map((id, at) => [`group_${at}`, id])) },
    )
    for (const row of rows)
      places.push({ group: groupOf.get(String(row.group)), created_at: String(row.created_at), id: String(row.id) })
  }
  return places.sort((a, b) => comparePlaces(a, b, sort.order))
}

/** The matches of a selective filter, in order: few rows. */
export async function placesOfFew<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  few: NonNullable<SortedPlan<T>['few']>,
): Promise<Place[]> {
  const { reader, source, by, sort, query } = list
  const rows = await prepared(
    reader,
    `grouped_few.${variantOf(list, { few })}`,
    ({ db, tables, connection: { dialect } }) => {
      const table = source.table(tables)
      return db
        .select({ ...keysOf(table), group: sql`${by.column(table)}`.as('group_id') })
        .from(fromOf(table, { few }, dialect))
        .where(matching(list, { few }, table, dialect))
        .limit(limitOf(source, query))
    },
    valuesOf(list, undefined),
  )
  const ids = [...new Set(rows.flatMap(({ group }) => (group === null ? [] : [String(group)])))]
  const found = ids.length === 0 ? [] : await by.groupsOf(reader, query.workspace_id, ids, sort.order)
  const groupOf = new Map(found.map((group) => [group.id, group]))
  const places = rows.map(({ created_at, id, group }) => ({
    group: groupOf.get(String(group)),
    created_at: String(created_at),
    id: String(id),
  }))
  return places.sort((a, b) => comparePlaces(a, b, sort.order))
}

/** The position of each row, which a builder with a forced index takes as expressions. */
function keysOf(table: ListTable) {
  return {
    created_at: sql<unknown>`${table.created_at}`.mapWith(table.created_at).as('created_at'),
    id: sql<unknown>`${table.id}`.as('id'),
  }
}

function fromGroup<T extends ListTable, R extends Columns>(
  { by }: Grouped<T, R>,
  table: T,
  group: GroupPlace | undefined,
  dialect: Dialect,
): PgTable | SQL {
  const index = group ? by.index : by.ungrouped?.index
  return index === undefined ? table : dialect.indexedBy(table, index)
}

function isInGroup<T extends ListTable, R extends Columns>(
  { source, by }: Grouped<T, R>,
  table: T,
  group: GroupPlace | undefined,
  dialect: Dialect,
): SQL | undefined {
  return and(
    eq(table.workspace_id, sql.placeholder('workspace_id')),
    source.only?.(table, dialect),
    group ? eq(by.column(table), sql.placeholder('group_id')) : by.ungrouped?.only(table),
  )
}

/** The conditions beside the group. They choose no index. */
function filtersOf<T extends ListTable, R extends Columns>(
  { source, others }: Grouped<T, R>,
  table: T,
  dialect: Dialect,
): (SQL | undefined)[] {
  const tried = dialect.unindexedTable(table)
  return others.map((name) => source.filters[name]?.(tried, dialect))
}

function partValues<T extends ListTable, R extends Columns>(
  { query }: Grouped<T, R>,
  group: GroupPlace | undefined,
  after: Place | undefined,
): Record<string, unknown> {
  return { ...listValues(query), group_id: group?.id, after_time: after?.created_at, after_id: after?.id }
}

/** The numbers of ids that statements are prepared for. */
const SIZES = [10, 100, 1000]

/** The ids in sets of few sizes; the last one is filled up by repeating an id. */
function setsOf(ids: readonly string[]): string[][] {
  const sets: string[][] = []
  for (let from = 0; from < ids.length; ) {
    const rest = ids.slice(from, from + 1000)
    const size = SIZES.find((one) => one >= rest.length) ?? rest.length
    sets.push([...rest, ...Array.from({ length: size - rest.length }, () => rest[0] ?? '')])
    from += rest.length
  }
  return sets
}
