import { eq } from 'drizzle-orm'
import type { Store } from '../storage/database.ts'
import * as postgres from './erase.postgres.ts'
import * as sqlite from './erase.sqlite.ts'

const ENGINES = { sqlite, postgres }
/** Rows of one transaction: others wait for no more than these. */
const BATCH = 500

/**
 * Erases everything that belongs to a workspace, and at last the workspace, in steps that hold nobody up. What was
 * interrupted goes on when it is called again.
 */
export async function eraseWorkspace({ read, write }: Pick<Store, 'read' | 'write'>, id: string): Promise<void> {
  const tables = await read(async (reader) => Object.entries(reader.tables))
  // Last made, first erased: a table refers to none that is made after it.
  const owned = tables.filter(([, table]) => 'workspace_id' in table).map(([name]) => name)
  for (const name of owned.reverse()) {
    const eraseBatch = () =>
      write(async ({ connection }) => ENGINES[connection.dialect.engine].eraseSome(connection, name, id, BATCH))
    while ((await eraseBatch()) === BATCH);
  }
  await write(async ({ db, tables: { workspaces } }) => {
    await db.delete(workspaces).where(eq(workspaces.id, id))
  })
}
