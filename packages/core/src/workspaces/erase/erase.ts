import type { Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { later, MINUTE_MS } from '../../times.ts'
import { deleteWorkspaceRow, endedWorkspaces } from '../store.ts'

type Storage = Pick<Store, 'read' | 'write'>

/** Requests accepted before the end of access have finished by then. */
const LAST_ANSWER_MS = MINUTE_MS

/**
 * Erases the contents of a workspace whose access has ended, in short steps. The upkeep deletes the workspace itself
 * later, because a running request may still have written something.
 */
export async function eraseWorkspace(store: Storage, id: string): Promise<void> {
  while (!(await eraseSome(store, id)));
}

/** Continues erasing workspaces whose access has ended. Large ones take several calls. */
export async function eraseEndedWorkspaces(store: Storage, now: string): Promise<void> {
  for (const { id, ended_at } of await store.read(endedWorkspaces)) {
    if (!(await eraseSome(store, id))) return
    if (ended_at < later(now, -LAST_ANSWER_MS)) await store.write((tx) => deleteWorkspaceRow(tx, id))
  }
}

/** @returns whether the contents are deleted; false if the time limit of this call was reached */
async function eraseSome({ read, write }: Storage, id: string): Promise<boolean> {
  // The types of Object.entries() do not say which keys there are.
  const tables = await read(async (reader) => Object.entries(reader.tables) as [keyof Tables, object][])
  // In reverse order of creation: a table only refers to earlier ones.
  const owned = tables.filter(([, table]) => 'workspace_id' in table).map(([name]) => name)
  for (const name of owned.reverse()) {
    const eraseRows = (tx: Tx, rows: number) => deleteSome(tx, name, [['workspace_id', '=', id]], rows)
    if (!(await inSteps({ write }, eraseRows))) return false
  }
  return true
}
