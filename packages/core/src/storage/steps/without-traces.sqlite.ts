import type { Tx } from '../database.ts'

/**
 * Runs a part of a transaction so that nothing is left of what it replaces: SQLite otherwise keeps it in its file until the place
 * is needed, and a backup copies that.
 */
export async function withoutTraces<T>({ connection }: Tx, work: () => Promise<T>): Promise<T> {
  if (connection.dialect.engine !== 'sqlite') return work()
  await connection.rows('pragma secure_delete = on', [])
  try {
    return await work()
  } finally {
    await connection.rows('pragma secure_delete = off', [])
  }
}
