import { placeOf } from './place.postgres.ts'

/** @throws AppError that names the address, if the database cannot be used */
export async function requirePostgres(url: string): Promise<void> {
  const { onPostgres } = await import('./once.postgres.ts')
  await onPostgres(placeOf(url), (pool) => pool.query('select'))
}

/** The tables of the schema that we use, and whether a server of ours is connected. */
export async function presentOnPostgres(url: string): Promise<{ tables: string[]; isServed: boolean }> {
  const { onPostgres } = await import('./once.postgres.ts')
  return onPostgres(placeOf(url), async (pool) => {
    const { rows } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
      where datname = current_database() and application_name = 'handrail' and pid <> pg_backend_pid()`,
    )
    return { tables: rows.map(({ name }) => name), isServed: rowCount !== 0 }
  })
}
