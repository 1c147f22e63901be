import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import { LOG_COUNTS_TO } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { ImportStatus, RowOutcome } from './contract.ts'
import { Import } from './import.ts'
import type { RowResult } from './results/row-result.ts'
import * as postgres from './results/write-results.postgres.ts'
import * as sqlite from './results/write-results.sqlite.ts'
import type { StoredRow } from './rows/rows-thread.ts'

export type ImportsRow = Tables['imports']['$inferSelect']
export type RowsRow = Tables['import_rows']['$inferSelect']

interface ImportKey {
  workspace_id: string
  id: string
}

const importColumns = (table: Tables['imports']) => columnsOf(table, Import)

export const importList = {
  name: 'imports',
  table: (tables) => tables.imports,
  columns: importColumns,
  filters: {},
  countsTo: LOG_COUNTS_TO,
} satisfies ListSource<Tables['imports'], ReturnType<typeof importColumns>>

export function insertImport(tx: Tx, row: ImportsRow): Promise<void> {
  return insertRow(tx, 'imports', row)
}

/** The whole row. @param lock held until the transaction ends */
export function findImport(reader: Reader, place: ImportKey, lock?: RowLock): Promise<ImportsRow | undefined> {
  return findRow(reader, 'imports', getTableColumns, place, { name: 'whole', lock })
}

export async function changeImport(
  { db, stamp, tables: { imports } }: Tx,
  { workspace_id, id }: ImportKey,
  changes: Partial<Omit<ImportsRow, keyof ImportKey>>,
): Promise<void> {
  await db
    .update(imports)
    .set({ ...changes, updated_at: stamp })
    .where(and(eq(imports.workspace_id, workspace_id), eq(imports.id, id)))
}

/** The number of unfinished imports of a workspace. */
export async function countOpen({ db, tables: { imports } }: Reader, workspace_id: string): Promise<number> {
  const ended: ImportStatus[] = ['done', 'undone', 'failed']
  const [row] = await db
    .select({ total: count() })
    .from(imports)
    .where(and(eq(imports.workspace_id, workspace_id), notInArray(imports.status, ended)))
  return row?.total ?? 0
}

export async function insertRows(
  { db, tables: { import_rows } }: Tx,
  { workspace_id, id }: ImportKey,
  rows: readonly { number: number; cells: string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  const owner = { workspace_id, import_id: id }
  await db.insert(import_rows).values(rows.map((row) => ({ ...owner, ...row, fate: 'waiting' as const, faults: [] })))
}

const ENGINES = { sqlite, postgres }

/** Writes the outcomes of rows that still exist. */
export async function writeResults(
  { connection }: Tx,
  { workspace_id, id }: ImportKey,
  results: readonly RowResult[],
): Promise<void> {
  if (results.length === 0) return
  await ENGINES[connection.dialect.engine].writeResults(connection, { workspace_id, id }, results)
}

interface RowRange {
  /** The row behind which it begins. */
  from: number
  limit: number
  backwards?: boolean
  outcomes?: readonly RowOutcome[] | undefined
}

/** Size of the texts processed at a time: more would block the process. */
const AT_ONCE_BYTES = 1024 * 1024

/** The number of rows processed at a time: the longer the rows, the fewer. */
export function rowsAtOnce({ longest_row }: Pick<ImportsRow, 'longest_row'>, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(AT_ONCE_BYTES / Math.max(1, longest_row))))
}

/** Rows in the order of the file, or in reverse. */
export async function rowsOf(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: ImportKey,
  { from, limit, backwards = false, outcomes }: RowRange,
): Promise<RowsRow[]> {
  const own = and(eq(t.workspace_id, workspace_id), eq(t.import_id, id))
  return db
    .select()
    .from(t)
    .where(
      and(
        own,
        backwards ? lt(t.number, from) : gt(t.number, from),
        outcomes ? inArray(t.fate, [...outcomes]) : undefined,
      ),
    )
    .orderBy((backwards ? desc : asc)(t.number))
    .limit(limit)
}

/** The next rows of an import, with unparsed cells: the reader parses them. */
export async function storedRowsOf(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: ImportKey,
  { from, limit }: RowRange,
): Promise<StoredRow[]> {
  return db
    .select({ number: t.number, cells: sql<string>`cast(${t.cells} as text)` })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.import_id, id), gt(t.number, from)))
    .orderBy(asc(t.number))
    .limit(limit)
}

/** The numbers of existing rows within a range: rows are deleted with their contacts. */
export async function numbersOf(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: ImportKey,
  { from, to }: { from: number; to: number },
): Promise<Set<number>> {
  const rows = await db
    .select({ number: t.number })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.import_id, id), gt(t.number, from), lte(t.number, to)))
  return new Set(rows.map(({ number }) => number))
}

/** The first earlier rows with the given keys. */
export async function firstWithKeys(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: ImportKey,
  column: 'email_key' | 'external_key',
  keys: readonly string[],
  before: number,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: t[column], number: sql<number>`min(${t.number})`.mapWith(Number) })
    .from(t)
    .where(
      and(eq(t.workspace_id, workspace_id), eq(t.import_id, id), inArray(t[column], [...keys]), lt(t.number, before)),
    )
    .groupBy(t[column])
  return new Map(rows.flatMap(({ key, number }) => (key === null ? [] : [[key, number] as const])))
}
