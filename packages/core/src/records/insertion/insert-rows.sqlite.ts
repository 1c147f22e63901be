import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { insertRow } from '../rows.ts'

/** One statement per row, which is prepared once, costs less than a statement for all of them, which is built for their number. */
export async function insertRows<N extends keyof Tables>(
  tx: Tx,
  name: N,
  rows: readonly Tables[N]['$inferInsert'][],
): Promise<void> {
  for (const row of rows) await insertRow(tx, name, row)
}
