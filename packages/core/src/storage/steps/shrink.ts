import type { Store } from '../database.ts'
import { giveBackPages } from './shrink.sqlite.ts'
import { inSteps } from './steps.ts'

/**
 * Gives what was deleted from an SQLite file back to the disk, in steps. A file that an earlier release made can only use
 * it again. PostgreSQL does as much by itself.
 */
export async function shrink(store: Pick<Store, 'write'>): Promise<void> {
  await inSteps(store, async ({ connection }, pages) =>
    connection.dialect.engine === 'sqlite' ? giveBackPages(connection, pages) : 0,
  )
}
