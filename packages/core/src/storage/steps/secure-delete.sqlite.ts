import type { RawSql } from '../dialect.ts'

/** Overwrites deleted content with zeros while `work` runs (SQLite, `pragma secure_delete`). */
export async function securely<T>(connection: RawSql, work: () => Promise<T>): Promise<T> {
  await connection.rows('pragma secure_delete = on', [])
  try {
    return await work()
  } finally {
    await connection.rows('pragma secure_delete = off', [])
  }
}
