import type { RawSql } from '../../storage/dialect.ts'

const SIZE = 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'

/** The bytes of the database, those of deleted rows included. */
export async function databaseBytes(connection: RawSql): Promise<number> {
  const [row] = await connection.rows<{ bytes: number }>(SIZE, [])
  return row?.bytes ?? 0
}
