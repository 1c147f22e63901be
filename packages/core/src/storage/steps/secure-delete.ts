import type { Tx } from '../database.ts'
import * as postgres from './secure-delete.postgres.ts'
import * as sqlite from './secure-delete.sqlite.ts'

const ENGINES = { sqlite, postgres }

/**
 * Runs a part of a transaction so that no copy of the replaced content stays in the database: SQLite otherwise keeps it in the
 * file until the space is reused, and backups copy it.
 */
export async function withSecureDelete<T>({ connection }: Tx, work: () => Promise<T>): Promise<T> {
  return ENGINES[connection.dialect.engine].securely(connection, work)
}
