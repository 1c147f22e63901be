import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { ListSource } from '../records/lists.ts'
import { columnsOf, findRow, insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { ImportStatus, RowFate } from '../storage/tables/imports.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { Import } from './import.ts'

export type ImportsRow = Tables['imports']['$inferSelect']
export type RowsRow = Tables['import_rows']['$inferSelect']

interface Place {
  workspace_id: string
  id: string
}

const importColumns = (table: Tables['imports']) => columnsOf(table, Import)

export const importList = {
  name: 'imports',
  table: (tables) => tables.imports,
  columns: importColumns,
  filters: {},
} satisfies ListSource<Tables['imports'], ReturnType<typeof importColumns>>

export function insertImport(tx: Tx, row: ImportsRow): Promise<void> {
  return insertRow(tx, 'imports', row)
}

/** The whole row. @param lock held until the transaction ends */
export function findImport(reader: Reader, place: Place, lock?: RowLock): Promise<ImportsRow | undefined> {
  return findRow(reader, 'imports', getTableColumns, place, { name: 'whole', lock })
}

export async function changeImport(
  { db, stamp, tables: { imports } }: Tx,
  { workspace_id, id }: Place,
  changes: Partial<Omit<ImportsRow, keyof Place>>,
): Promise<void> {
  await db
    .update(imports)
    .set({ ...changes, updated_at: stamp })
    .where(and(eq(imports.workspace_id, workspace_id), eq(imports.id, id)))
}

/** How many of a workspace are neither done nor given up. */
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
  { workspace_id, id }: Place,
  rows: readonly { number: number; cells: string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  const owner = { workspace_id, import_id: id }
  await db.insert(import_rows).values(rows.map((row) => ({ ...owner, ...row, fate: 'waiting' as const, faults: [] })))
}

/** What became of some rows. */
export async function writeFates({ db, tables: { import_rows: t } }: Tx, rows: readonly RowsRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(t)
    .values([...rows])
    .onConflictDoUpdate({
      target: [t.workspace_id, t.import_id, t.number],
      set: {
        fate: sql`excluded.fate`,
        faults: sql`excluded.faults`,
        email_key: sql`excluded.email_key`,
        external_key: sql`excluded.external_key`,
        record_id: sql`excluded.record_id`,
        before: sql`excluded.before`,
        written_tag: sql`excluded.written_tag`,
        made_organisation_id: sql`excluded.made_organisation_id`,
        enrollment_id: sql`excluded.enrollment_id`,
      },
    })
}

interface Part {
  /** The row behind which it begins. */
  from: number
  limit: number
  backwards?: boolean
  fates?: readonly RowFate[] | undefined
}

/** Rows in the order of the file, or against it. */
export async function rowsOf(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: Place,
  { from, limit, backwards = false, fates }: Part,
): Promise<RowsRow[]> {
  const own = and(eq(t.workspace_id, workspace_id), eq(t.import_id, id))
  return db
    .select()
    .from(t)
    .where(
      and(own, backwards ? lt(t.number, from) : gt(t.number, from), fates ? inArray(t.fate, [...fates]) : undefined),
    )
    .orderBy((backwards ? desc : asc)(t.number))
    .limit(limit)
}

/** The first rows before one that have some keys. */
export async function firstWithKeys(
  { db, tables: { import_rows: t } }: Reader,
  { workspace_id, id }: Place,
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
