import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Tx } from '../../storage/database.ts'
import { endAccess, type WorkspaceRow } from '../store.ts'

/**
 * Ends all access to a workspace for good; what is in it is erased afterwards, by `eraseWorkspace`.
 * @param name that was given to make sure
 * @throws AppError `not_found` when it has ended already, `validation_error` when the workspace has another name
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
  // Of no workspace: it is to be read when there is none.
  await recordAudit(tx, context, {
    action: 'workspace.deleted',
    workspace_id: '',
    subject_id: workspace.id,
    details: { name },
  })
}
