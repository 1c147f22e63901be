import type { Channel, Tx } from '../storage/database.ts'

/** Tells of workspaces in which something has happened, and of people whose sessions or roles have changed. */
export const changes: Channel = { name: 'changes' }

/** Wakes whoever follows what happens, soon after the commit. @param id of the workspace, or of the person */
export function hintAt(tx: Tx, id: string): void {
  tx.hint(changes, id)
}
