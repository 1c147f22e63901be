import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Tx } from '../../storage/database.ts'
import { endAccess, type WorkspaceRow } from '../store.ts'

/**
 * Permanently ends all access to a workspace; `eraseWorkspace` deletes its contents afterwards.
 * @param name the confirmation
 * @throws AppError `not_found` if it has ended already, `validation_error` if the name differs
 */
export async function endWorkspace(
  tx: Tx,
  context: Context,
  { workspace, name }: { workspace: WorkspaceRow; name: string },
): Promise<void> {
  if (workspace.ended_at !== null) throw notFound()
  if (workspace.name !== name)
    throw validationError({ name: fieldError('invalid', `is not the name of the workspace, "${workspace.name}"`) })
  await endAccess(tx, workspace.id)
  await context.tokens.forgetAfter(tx)
  // Outside of the workspace, so that the entry outlives it.
  await recordAudit(tx, context, {
    action: 'workspace.deleted',
    workspace_id: '',
    subject_id: workspace.id,
    details: { name },
  })
}
