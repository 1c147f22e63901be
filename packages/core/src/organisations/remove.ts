import { leaveOrganisation } from '../contacts/leave-organisation.ts'
import type { Context } from '../context.ts'
import { moveEnrollments } from '../enrollments/move.ts'
import { addMove, addToCount } from '../records/counters.ts'
import type { Tx } from '../storage/database.ts'
import { emitEvent } from '../webhooks/events/emit.ts'
import type { Organisation } from './organisation.ts'
import { deleteOrganisationRow } from './store.ts'

/** Deletes an organisation, which was locked when it was read: a contact that joins it waits, and then does not find it. */
export async function removeOrganisation(tx: Tx, context: Context, data: Organisation): Promise<void> {
  const { workspace_id } = context.caller
  await leaveOrganisation(tx, workspace_id, data.id)
  await moveEnrollments(tx, context, { organisation_id: data.id }, null)
  await deleteOrganisationRow(tx, workspace_id, data.id)
  await addToCount(tx, workspace_id, 'organisations', -1)
  await addMove(tx, workspace_id, 'organisations')
  await emitEvent(tx, { workspace_id, type: 'organisation.deleted', data, at: tx.stamp })
}
