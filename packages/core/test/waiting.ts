import type { Tx } from '../src/storage/database.ts'

/** How many other transactions wait for a lock of this PostgreSQL database. */
export async function waitingFor({ connection }: Tx): Promise<number> {
  const sql = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  // Statistics are read once per transaction unless the snapshot is cleared.
  await connection.rows('select pg_stat_clear_snapshot()', [])
  return (await connection.rows<{ count: number }>(sql, []))[0]?.count ?? 0
}
