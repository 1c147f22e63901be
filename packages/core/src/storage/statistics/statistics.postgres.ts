import type { RawSql } from '../dialect.ts'

/** A smaller table is read at once. */
const SMALL_PAGES = 50
const TIMES_AS_LARGE = 4

const GROWN = `select c.relname as name from unnest($1::text[]) as asked(name) join pg_class c on c.oid = asked.name::regclass
  where pg_relation_size(c.oid) / current_setting('block_size')::bigint > greatest(c.relpages * ${TIMES_AS_LARGE}, ${SMALL_PAGES})`

/** Leaves out tables that are being analysed or changed by others. @param tables names of tables of the service */
export async function renewStatistics(connection: RawSql, tables: readonly string[]): Promise<void> {
  for (const { name } of await connection.rows<{ name: string }>(GROWN, [tables]))
    await connection.run(`analyze (skip_locked) ${name}`, [])
}
