import type { Store } from '../database.ts'
import * as postgres from './shrink.postgres.ts'
import * as sqlite from './shrink.sqlite.ts'
import { inSteps } from './steps.ts'

const ENGINES = { sqlite, postgres }

/**
 * Gives what was deleted from an SQLite file back to the disk, in steps. A file that an earlier release made can only use
 * it again. PostgreSQL does as much by itself.
 */
export async function shrink(store: Pick<Store, 'write'>): Promise<void> {
  await inSteps(store, async ({ connection }, pages) => ENGINES[connection.dialect.engine].freePages(connection, pages))
}
