import { eq } from 'drizzle-orm'
import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { endedWorkspaces } from './store.ts'

type Storage = Pick<Store, 'read' | 'write'>

/**
 * Erases everything that belongs to a workspace, and at last the workspace, in steps that hold nobody up. What was
 * interrupted goes on when it is called again.
 */
export async function eraseWorkspace(store: Storage, id: string): Promise<void> {
  while (!(await eraseSome(store, id)));
}

/** Goes on erasing workspaces whose access has ended. Those with much in them take several calls. */
export async function eraseEndedWorkspaces(store: Storage): Promise<void> {
  for (const id of await store.read(endedWorkspaces)) if (!(await eraseSome(store, id))) return
}

/** @returns whether nothing is left of the workspace; else the time of this call was up */
async function eraseSome({ read, write }: Storage, id: string): Promise<boolean> {
  // The types of Object.entries() do not say which keys there are.
  const tables = await read(async (reader) => Object.entries(reader.tables) as [keyof Tables, object][])
  // Last made, first erased: a table refers to none that is made after it.
  const owned = tables.filter(([, table]) => 'workspace_id' in table).map(([name]) => name)
  for (const name of owned.reverse()) {
    const eraseRows = (tx: Tx, rows: number) => deleteSome(tx, name, [['workspace_id', '=', id]], rows)
    if (!(await inSteps({ write }, eraseRows))) return false
  }
  await write(async ({ db, tables: { workspaces } }) => {
    await db.delete(workspaces).where(eq(workspaces.id, id))
  })
  return true
}
