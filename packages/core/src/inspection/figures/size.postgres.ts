import type { RawSql } from '../../storage/dialect.ts'

const SIZE = 'select pg_database_size(current_database()) as bytes'

/** The bytes of the whole database on disk, its indexes included. */
export async function databaseBytes(connection: RawSql): Promise<number> {
  const [row] = await connection.rows<{ bytes: string }>(SIZE, [])
  return Number(row?.bytes ?? 0)
}
