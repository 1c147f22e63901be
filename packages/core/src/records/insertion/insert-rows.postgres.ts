import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

/** All rows in one value: one round trip, and one statement for any number of rows. Omitted columns get their defaults. */
export async function insertRows<N extends keyof Tables>(
  { connection, tables }: Tx,
  name: N,
  rows: readonly Tables[N]['$inferInsert'][],
): Promise<void> {
  const table: PgTable = tables[name]
  const all: Record<string, PgColumn> = getTableColumns(table)
  const given = Object.keys(all).filter((key) => rows.some((row) => key in row))
  const names = given.map((key) => `"${all[key]?.name}"`).join()
  const own = getTableName(table)
  const values = rows.map((row) => {
    const cells: Record<string, unknown> = row
    return Object.fromEntries(given.map((key) => [all[key]?.name, cells[key]]))
  })
  await connection.run(
    `insert into "${own}" (${names}) select ${names} from json_populate_recordset(null::"${own}", $1::json)`,
    [JSON.stringify(values)],
  )
}
