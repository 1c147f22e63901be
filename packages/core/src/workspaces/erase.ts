import { eq } from 'drizzle-orm'
import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import type { Tables } from '../storage/tables/tables.ts'

/**
 * Erases everything that belongs to a workspace, and at last the workspace, in steps that hold nobody up. What was
 * interrupted goes on when it is called again.
 */
export async function eraseWorkspace({ read, write }: Pick<Store, 'read' | 'write'>, id: string): Promise<void> {
  // The types of Object.entries() do not say which keys there are.
  const tables = await read(async (reader) => Object.entries(reader.tables) as [keyof Tables, object][])
  // Last made, first erased: a table refers to none that is made after it.
  const owned = tables.filter(([, table]) => 'workspace_id' in table).map(([name]) => name)
  for (const name of owned.reverse()) {
    const eraseSome = (tx: Tx, rows: number) => deleteSome(tx, name, [['workspace_id', '=', id]], rows)
    while (!(await inSteps({ write }, eraseSome)));
  }
  await write(async ({ db, tables: { workspaces } }) => {
    await db.delete(workspaces).where(eq(workspaces.id, id))
  })
}
