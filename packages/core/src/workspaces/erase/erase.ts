import type { Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { later, MINUTE_MS } from '../../times.ts'
import { deleteWorkspaceRow, endedWorkspaces } from '../store.ts'

type Storage = Pick<Store, 'read' | 'write'>

/** What was let in before the access ended has an answer by then, or never has one. */
const LAST_ANSWER_MS = MINUTE_MS

/**
 * Erases everything that belongs to a workspace whose access has ended, in steps that hold nobody up. The workspace itself
 * follows with the upkeep: a request that was under way may still have written something.
 */
export async function eraseWorkspace(store: Storage, id: string): Promise<void> {
  while (!(await eraseSome(store, id)));
}

/** Goes on erasing workspaces whose access has ended. Those with much in them take several calls. */
export async function eraseEndedWorkspaces(store: Storage, now: string): Promise<void> {
  for (const { id, ended_at } of await store.read(endedWorkspaces)) {
    if (!(await eraseSome(store, id))) return
    if (ended_at < later(now, -LAST_ANSWER_MS)) await store.write((tx) => deleteWorkspaceRow(tx, id))
  }
}

/** @returns whether nothing is left of what is in the workspace; else the time of this call was up */
async function eraseSome({ read, write }: Storage, id: string): Promise<boolean> {
  // The types of Object.entries() do not say which keys there are.
  const tables = await read(async (reader) => Object.entries(reader.tables) as [keyof Tables, object][])
  // Last made, first erased: a table refers to none that is made after it.
  const owned = tables.filter(([, table]) => 'workspace_id' in table).map(([name]) => name)
  for (const name of owned.reverse()) {
    const eraseRows = (tx: Tx, rows: number) => deleteSome(tx, name, [['workspace_id', '=', id]], rows)
    if (!(await inSteps({ write }, eraseRows))) return false
  }
  return true
}
