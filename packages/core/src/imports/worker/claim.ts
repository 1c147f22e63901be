import { type ClaimedBatch, renewLease } from '../../queue/batches/claim.ts'
import type { Tx } from '../../storage/database.ts'
import { findImport, type ImportsRow } from '../store.ts'

/** What a worker has taken, as it was when it began. */
export type ClaimedImport = ImportsRow & ClaimedBatch

/** Makes sure that an import is still this worker's, and at the same work. */
export async function renewAndLock(tx: Tx, claimed: ClaimedImport): Promise<ImportsRow | undefined> {
  const { workspace_id, id, status } = claimed
  if (!(await renewLease(tx, tx.tables.imports, claimed))) return undefined
  const current = await findImport(tx, { workspace_id, id }, 'change')
  return current?.status === status ? current : undefined
}
