import type { Database } from '../../src/storage/database.ts'

// The server counts the rows that a statement reads, which is independent of the machine's speed.
const READ = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_user_tables where relname = any($1)`

/** Runs a statement in a transaction of its own. */
export function runSql({ write }: Database, sql: string): Promise<void> {
  return write(async ({ connection }) => void (await connection.run(sql, [])))
}

/** @returns the number of rows that PostgreSQL read from the tables meanwhile; the database has one connection */
export async function rowsReadBy(database: Database, tables: string[], work: () => Promise<void>): Promise<number> {
  const read = async () => {
    // A connection reports its counts when idle; this flushes them immediately.
    await runSql(database, 'select pg_stat_force_next_flush()')
    const rows = await database.read(async ({ connection }) => connection.rows<{ rows: number }>(READ, [tables]))
    return rows[0]?.rows ?? 0
  }
  const before = await read()
  await work()
  return (await read()) - before
}
