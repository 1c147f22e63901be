import { findContact } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import { followed } from '../enrollments/finish-step.ts'
import { notFound } from '../errors.ts'
import type { Tx } from '../storage/database.ts'

export type Followed = Awaited<ReturnType<typeof followed>>

/**
 * What the caller, a contact, follows; until the transaction ends, nobody else changes it.
 * @throws AppError `not_found`: a contact that was deleted follows nothing any more
 */
export async function followedBy(tx: Tx, { caller: { workspace_id, id } }: Context): Promise<Followed> {
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const follow = await followed(tx, workspace_id, id)
  if (!(await findContact(tx, workspace_id, follow.enrollment.contact_id))) throw notFound()
  return follow
}
