import type { Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { quietHoursEnd } from '../quiet-hours.ts'

/** The end of the quiet hours of a workspace if it is in them now. */
export async function quietUntil(tx: Tx, workspace_id: string): Promise<string | undefined> {
  const workspace = await findWorkspace(tx, workspace_id)
  return quietHoursEnd(tx.time, workspace?.time_zone ?? 'UTC')
}
