import { cannotUse } from '../unavailable.ts'
import { openPostgres } from './open.postgres.ts'

/** The tables of the schema that we use, and whether a server of ours is connected. */
export async function presentOnPostgres(url: string): Promise<{ tables: string[]; isServed: boolean }> {
  const { database, pool } = openPostgres(url, 1)
  try {
    const { rows } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
      where datname = current_database() and application_name = 'handrail' and pid <> pg_backend_pid()`,
    )
    return { tables: rows.map(({ name }) => name), isServed: rowCount !== 0 }
  } catch (error) {
    throw cannotUse('the PostgreSQL database', error)
  } finally {
    await database.close()
  }
}
