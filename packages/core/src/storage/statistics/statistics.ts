import type { Store } from '../database.ts'
import type { Tables } from '../tables/tables.ts'
import * as postgres from './statistics.postgres.ts'
import * as sqlite from './statistics.sqlite.ts'

const ENGINES = { sqlite, postgres }

/**
 * Renews what the engine knows of tables that have become several times as large, for work that looks up many rows. PostgreSQL looks for
 * such tables once a minute, and until then may look rows up by any index whose first column fits, which reads whole workspaces.
 */
export async function renewStatistics(store: Pick<Store, 'write'>, tables: readonly (keyof Tables)[]): Promise<void> {
  await store.write(({ connection }) => ENGINES[connection.dialect.engine].renewStatistics(connection, tables), {
    lasting: false,
  })
}
