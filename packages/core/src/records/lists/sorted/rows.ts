import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { prepared, preparedRows, type Row } from '../../../storage/database.ts'
import type { ListTable } from '../source.ts'
import {
  beyond,
  type Columns,
  fromOf,
  keyOf,
  limitOf,
  matching,
  orderBy,
  type Position,
  type Sorted,
  type SortedPlan,
  valuesOf,
  variantOf,
} from './sorted-list.ts'

export async function countOf<T extends ListTable, R extends Columns>(
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
        .limit(limitOf(source, list.query))
      return db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(some.as('some'))
    },
    valuesOf(list, plan.floor),
  )
  return row?.total ?? 0
}

interface Walk {
  backwards?: boolean
  offset: number
  limit: number
  after?: Position | undefined
}

/** The rows of a page. Their ids are found first: sorting those is cheaper than sorting whole rows. */
export async function rowsOf<T extends ListTable, R extends Columns>(
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
        .limit(limitOf(source, list.query))
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
