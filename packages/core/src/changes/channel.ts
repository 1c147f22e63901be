import type { Channel, Tx } from '../storage/database.ts'

/** Notifies of workspaces with changes, and of people whose sessions or roles have changed. */
export const changes: Channel = { name: 'changes' }

/** Wakes the listeners of a workspace or person soon after the commit. @param id of the workspace, or of the person */
export function hintAt(tx: Tx, id: string): void {
  tx.hint(changes, id)
}
