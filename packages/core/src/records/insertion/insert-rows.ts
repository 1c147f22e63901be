import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import * as postgres from './insert-rows.postgres.ts'
import * as sqlite from './insert-rows.sqlite.ts'

const ENGINES = { sqlite, postgres }

/**
 * Inserts rows that name the same columns, by statements that are prepared once. @throws UniqueViolation
 */
export async function insertRows<N extends keyof Tables>(
  tx: Tx,
  name: N,
  rows: readonly Tables[N]['$inferInsert'][],
): Promise<void> {
  if (rows.length > 0) await ENGINES[tx.connection.dialect.engine].insertRows(tx, name, rows)
}
