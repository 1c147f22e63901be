import { type ClaimedBatch, renewLease } from '../../queue/batches/claim.ts'
import type { Tx } from '../../storage/database.ts'
import { findImport, type ImportsRow } from '../store.ts'

/** A claimed import, as it was at the claim. */
export type ClaimedImport = ImportsRow & ClaimedBatch

/** Ensures that an import is still leased by this worker, in the same status. */
export async function renewAndLock(tx: Tx, claimed: ClaimedImport): Promise<ImportsRow | undefined> {
  const { workspace_id, id, status } = claimed
  if (!(await renewLease(tx, tx.tables.imports, claimed))) return undefined
  const current = await findImport(tx, { workspace_id, id }, 'change')
  return current?.status === status ? current : undefined
}
