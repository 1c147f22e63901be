import { and, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Sealer } from '../../../secret/seal.ts'
import { prepared } from '../../../storage/database.ts'
import { openCursor, sealCursor } from '../cursor.ts'
import { floorOf, leavesFew } from '../plan.ts'
import type { ListTable } from '../source.ts'
import {
  beyond,
  type Columns,
  givenOf,
  keyOf,
  limitOf,
  nameOf,
  orderBy,
  type Position,
  type Sorted,
  type SortedPlan,
} from './sorted-list.ts'

/** Chooses between sorting the rows that match, if they are few, and walking the index of the order. */
export async function planOf<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  after: Position | undefined,
): Promise<SortedPlan<T>> {
  const given = givenOf(list.query).filter((name) => name in list.source.filters)
  if (given.length === 0) return {}
  const few = await fewOf(list)
  return few ? { few } : { floor: await lastExamined(list, after) }
}

/** The filters that leave few rows; undefined if none do. */
export async function fewOf<T extends ListTable, R extends Columns>({
  reader,
  source,
  query,
}: Sorted<T, R>): Promise<SortedPlan<T>['few']> {
  const given = givenOf(query)
  const { within = [], few = [] } = source.looks ?? {}
  for (const held of within.filter((set) => set.every((name) => given.includes(name))))
    if (!(await floorOf(reader, source, query, held, undefined))) return { held }
  for (const one of few) {
    const isAsked = one.filters.every((name) => query.filters[name] !== undefined)
    if (isAsked && (await leavesFew(reader, source, query, one)))
      return one.among ? { held: [], among: one.among } : { held: one.filters }
  }
  return undefined
}

/** The last examined row along the index of the order; undefined if there are fewer. */
async function lastExamined<T extends ListTable, R extends Columns>(
  { reader, source, query, sort }: Sorted<T, R>,
  after: Position | undefined,
): Promise<Position | undefined> {
  const limit = limitOf(source, query)
  const [floor] = await prepared(
    reader,
    `sorted_floor.${nameOf(source, sort)}.${limit}${after ? '.after' : ''}`,
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
        .offset(limit - 1)
    },
    { workspace_id: query.workspace_id, after_key: after?.key, after_id: after?.id },
  )
  return floor && positionFrom(floor)
}

/** The position of a row of the page, whose key the list need not show. */
export async function positionOf<T extends ListTable, R extends Columns>(
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

/** Sort names contain single spaces, and no line breaks. */
export function cursorAt<T extends ListTable, R extends Columns>(
  { source, sort }: Sorted<T, R>,
  sealer: Sealer,
  { key, id }: Position,
): string {
  return sealCursor(sealer, nameOf(source, sort), { created_at: String(key).replaceAll(' ', '\n'), id })
}

export function positionAt<T extends ListTable, R extends Columns>(
  { reader, source, sort }: Sorted<T, R>,
  sealer: Sealer,
  cursor: string,
): Position {
  const { created_at, id } = openCursor(sealer, nameOf(source, sort), cursor)
  const text = created_at.replaceAll('\n', ' ')
  const { dataType } = keyOf(source, sort, source.table(reader.tables))
  return { key: dataType === 'number' ? Number(text) : text, id }
}
