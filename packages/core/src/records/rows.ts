import { and, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { preparedRows, preparedSend, type Reader, type Row, StaleRead, type Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** Tables whose rows belong to a workspace and have an id. */
type RecordTable = {
  [N in keyof Tables]: Tables[N] extends PgTable & { workspace_id: PgColumn; id: PgColumn } ? N : never
}[keyof Tables]

type ColumnsOf<T extends PgTable> = T['_']['columns']
/** The columns that a record shows; never for a schema with a field that the table lacks. */
type Shown<T extends PgTable, S extends z.ZodObject> = keyof S['shape'] extends keyof ColumnsOf<T>
  ? Pick<ColumnsOf<T>, keyof S['shape'] & keyof ColumnsOf<T>>
  : never

/** The columns of a table for a record: a field of the schema without a column is a compile error. */
export function columnsOf<T extends PgTable, S extends z.ZodObject>(table: T, record: S): Shown<T, S> {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  // The types of Object.entries() do not say which key has which column.
  return Object.fromEntries(Object.keys(record.shape).map((name) => [name, columns[name]])) as Shown<T, S>
}

/** The key of a record: its workspace and its id. */
export interface RecordKey {
  workspace_id: string
  id: string
}

/**
 * The columns of one row, by a statement that is prepared once.
 * @param variant the name of other columns or a condition
 * @returns undefined if there is no such row
 */
export async function findRow<N extends RecordTable, C extends Record<string, PgColumn>>(
  reader: Reader,
  name: N,
  columns: (table: Tables[N]) => C,
  { workspace_id, id }: RecordKey,
  variant?: { name: string; where?: (table: Tables[N]) => SQL; lock?: RowLock | undefined },
): Promise<Row<C> | undefined> {
  const [row] = await preparedRows(
    reader,
    `${name}.find${variant ? `_${variant.name}` : ''}${variant?.lock ? `_to_${variant.lock}` : ''}`,
    ({ tables }) => columns(tables[name]),
    ({ db, tables, connection: { dialect } }, selected) => {
      const table: PgTable & Record<keyof RecordKey, PgColumn> = tables[name]
      const select = db
        .select(selected)
        .from(table as PgTable)
        .where(and(atPlace(table), variant?.where?.(tables[name])))
      return variant?.lock ? dialect.locking(select, variant.lock) : select
    },
    { workspace_id, id },
  )
  return row
}

/**
 * Inserts a row with every column of the table, so that none is forgotten; omitted values are null, or the default.
 * @throws UniqueViolation
 */
export async function insertRow<N extends keyof Tables>(
  tx: Tx,
  name: N,
  row: Tables[N]['$inferInsert'],
): Promise<void> {
  const { columns, defaults, nothing } = insertionOf(tx.tables[name])
  const given = defaults.filter((column) => column in row)
  preparedSend(
    tx,
    `${name}.insert[${given.join()}]`,
    ({ db, tables }) => db.insert(tables[name] as PgTable).values(placeholdersOf([...columns, ...given])),
    { ...nothing, ...row },
  )
}

/**
 * Inserts a row, or writes some of its columns where there is one with the same key.
 * @param key the columns of a unique index
 */
export async function upsertRow<N extends keyof Tables, K extends string & keyof Tables[N]['$inferInsert']>(
  tx: Tx,
  name: N,
  row: Tables[N]['$inferInsert'],
  { key, updated }: { key: readonly K[]; updated: readonly K[] },
): Promise<void> {
  const { columns, defaults, nothing } = insertionOf(tx.tables[name])
  const given = defaults.filter((column) => column in row)
  preparedSend(
    tx,
    `${name}.upsert[${given.join()}]`,
    ({ db, tables }) => {
      const table: PgTable = tables[name]
      const all: Record<string, PgColumn> = getTableColumns(table)
      return db
        .insert(table)
        .values(placeholdersOf([...columns, ...given]))
        .onConflictDoUpdate({ target: key.flatMap((column) => all[column] ?? []), set: placeholdersOf(updated) })
    },
    { ...nothing, ...row },
  )
}

interface Insertion {
  /** Columns of every new row. */
  columns: string[]
  /** Columns with a default, set only if given. */
  defaults: string[]
  /** The values of omitted columns. */
  nothing: Record<string, null>
}

/** Computed once per table: it is a tenth of the cost of an insert. */
const insertions = new WeakMap<PgTable, Insertion>()

function insertionOf(table: PgTable): Insertion {
  const known = insertions.get(table)
  if (known) return known
  const all: Record<string, PgColumn> = getTableColumns(table)
  const columns = Object.keys(all).filter((column) => !all[column]?.hasDefault)
  const defaults = Object.keys(all).filter((column) => all[column]?.hasDefault)
  const insertion = { columns, defaults, nothing: Object.fromEntries(columns.map((column) => [column, null])) }
  insertions.set(table, insertion)
  return insertion
}

/**
 * Writes the named columns of a row.
 * @param was columns that must still be what they were when the row was read without a lock
 * @throws UniqueViolation; StaleRead when one of `was` has changed
 */
export async function updateRow<
  N extends RecordTable,
  K extends string & keyof Tables[N]['$inferSelect'],
  W extends string & keyof Tables[N]['$inferSelect'],
>(
  tx: Tx,
  name: N,
  columns: readonly K[],
  row: Pick<Tables[N]['$inferSelect'], K> & RecordKey,
  was?: Pick<Tables[N]['$inferSelect'], W>,
): Promise<void> {
  const known = Object.keys(was ?? {})
  preparedSend(
    tx,
    `${name}.update[${columns.join()}]${known.join()}`,
    ({ db, tables }) => {
      const table: PgTable & Record<keyof RecordKey, PgColumn> = tables[name]
      const all = getTableColumns(table as PgTable)
      const unchanged = known.map(
        (column) => sql`${all[column]} is not distinct from ${sql.placeholder(`was_${column}`)}`,
      )
      return db
        .update(table as PgTable)
        .set(placeholdersOf(columns))
        .where(and(atPlace(table), ...unchanged))
    },
    { ...row, ...Object.fromEntries(Object.entries(was ?? {}).map(([column, value]) => [`was_${column}`, value])) },
    was && (() => new StaleRead(`A row of ${name} has changed since it was read`)),
  )
}

function atPlace(table: Record<keyof RecordKey, PgColumn>): SQL | undefined {
  return and(eq(table.workspace_id, sql.placeholder('workspace_id')), eq(table.id, sql.placeholder('id')))
}

/** The builders encode a placeholder for its column, in `values` and in `set` alike. */
function placeholdersOf(columns: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)]))
}
