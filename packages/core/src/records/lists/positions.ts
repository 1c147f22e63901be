import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Connection } from '../../storage/connection.ts'
import { prepared, type Reader } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { type CountedList, movesOf } from '../counters.ts'
import type { CursorPosition } from './cursor.ts'
import type { ListQuery } from './query.ts'
import type { ListTable } from './source.ts'

/** Every so many records, a position is kept. A page farther from both ends than this is found from the nearest one. */
export const SPACING = 5000
/** Number of lists whose positions are kept in a process. */
const MAX_LISTS = 200

/** Counted from the oldest record of the list, which has position 0: new records, which follow the newest, move none. */
export interface Mark extends CursorPosition {
  position: number
}

/** The kept positions of a list, as long as no record leaves it or returns. */
interface Sample {
  /** How often records had left the list, or returned, when the positions were counted. */
  moves: number
  /** Every `SPACING` records, from the oldest on, as far as a page needed them. */
  marks: Mark[]
  growing: Promise<void>
}

interface Source {
  readonly name: string
  table(tables: Tables): ListTable
  readonly only?: (table: never, dialect: Dialect) => SQL
  readonly counted?: CountedList
}

/** The positions are derived from the database, and verified with each use: another process needs none of them. */
const samples = new WeakMap<Connection, Map<string, Sample>>()

/**
 * The nearest known record that is newer than the one at a position of a list without filters. It is found by walking from the oldest
 * record, once: from then on, until a record leaves the list or returns, the positions are kept.
 * @returns undefined if the page has to be found from an end: the list has just changed, or its newest records are still being added
 */
export async function nearestMark(
  reader: Reader,
  source: Source,
  { workspace_id, filters, updated_since }: ListQuery,
  position: number,
): Promise<Mark | undefined> {
  const isWhole = updated_since === undefined && Object.values(filters).every((value) => value === undefined)
  if (!source.counted || !isWhole) return undefined
  const moves = await movesOf(reader, workspace_id, source.counted)
  const kept = samplesOf(reader.connection)
  const key = `${source.name} ${workspace_id}`
  const sample = kept.get(key)
  // While records are being deleted, positions would be counted in vain.
  if (sample?.moves !== moves) {
    kept.delete(key)
    if (kept.size >= MAX_LISTS) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { moves, marks: [], growing: Promise.resolve() })
    return undefined
  }
  const index = Math.floor(position / SPACING)
  if (index < sample.marks.length) return sample.marks[index]
  sample.growing = sample.growing.catch(() => undefined).then(() => grow(reader, source, workspace_id, sample, index))
  await sample.growing
  return (await movesOf(reader, workspace_id, source.counted)) === moves ? sample.marks[index] : undefined
}

function samplesOf(connection: Connection): Map<string, Sample> {
  const known = samples.get(connection)
  if (known) return known
  const made = new Map<string, Sample>()
  samples.set(connection, made)
  return made
}

/** Counts on, in steps that let other requests run, up to a mark or to the newest record that none can precede any more. */
async function grow(reader: Reader, source: Source, workspace_id: string, { marks }: Sample, index: number) {
  const settled = await reader.connection.settled()
  while (marks.length <= index) {
    const last = marks.at(-1)
    const next = await rowAfter(reader, source, workspace_id, last)
    if (!next || next.created_at >= settled) return
    marks.push({ ...next, position: (last?.position ?? 0) + SPACING })
    await nextTurn()
  }
}

/** The record that is `SPACING` records newer than another one, or than the oldest. */
async function rowAfter(
  reader: Reader,
  { name, table, only }: Source,
  workspace_id: string,
  after: Mark | undefined,
): Promise<CursorPosition | undefined> {
  const [row] = await prepared(
    reader,
    `position.${name}${after ? '.after' : ''}`,
    ({ db, tables, connection: { dialect } }) => {
      const of = table(tables)
      const from: PgTable = of
      const place = sql`(${of.created_at}, ${of.id}) > (${sql.placeholder('after_time')}, ${sql.placeholder('after_id')})`
      return (
        db
          .select({ created_at: of.created_at, id: of.id })
          .from(from)
          // The condition is of the table of this source.
          .where(
            and(eq(of.workspace_id, sql.placeholder('workspace_id')), only?.(of as never, dialect), after && place),
          )
          .orderBy(asc(of.created_at), asc(of.id))
          .limit(1)
          .offset(after ? SPACING - 1 : SPACING)
      )
    },
    { workspace_id, after_time: after?.created_at, after_id: after?.id },
  )
  return row && { created_at: String(row.created_at), id: String(row.id) }
}
