import type { Tx } from '../database.ts'
import type { Tables } from '../tables/tables.ts'
import type { Condition } from './condition.ts'
import * as postgres from './delete-some.postgres.ts'
import * as sqlite from './delete-some.sqlite.ts'

const ENGINES = { sqlite, postgres }

/**
 * Deletes rows by their place, which is found by one walk along an index, however many workspaces they belong to.
 * @returns how many: fewer than `limit` where there are no more
 */
export async function deleteSome(
  { connection }: Tx,
  table: keyof Tables,
  conditions: readonly Condition[],
  limit: number,
): Promise<number> {
  return ENGINES[connection.dialect.engine].deleteSome(connection, table, conditions, limit)
}
