import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../storage/database.ts'
import { hasAnotherTeam } from '../../workspaces/store.ts'

const REFUSALS = {
  environment: 'The mail server is set in the environment of the service (SMTP_URL and MAIL_FROM)',
  demo: 'A demo sends no mail',
  several_workspaces:
    'Members of all workspaces of this instance get links to choose a password by its mail server: the operator sets it with SMTP_URL and MAIL_FROM',
} as const

/** Why the mail server cannot be set in the console; null if the caller's workspace can. */
export async function readOnlyReason(
  reader: Reader,
  { mail, caller }: Pick<Context, 'mail' | 'caller'>,
): Promise<keyof typeof REFUSALS | null> {
  if (!mail.isSettable) return (await mail.sends(reader)) ? 'environment' : 'demo'
  if (caller.kind === 'system') return null
  return (await hasAnotherTeam(reader, caller.workspace_id)) ? 'several_workspaces' : null
}

/** @throws AppError `conflict` */
export async function requireSettable(reader: Reader, context: Pick<Context, 'mail' | 'caller'>): Promise<void> {
  const reason = await readOnlyReason(reader, context)
  if (reason !== null) throw new AppError('conflict', REFUSALS[reason], { reason: `mail_server_${reason}` })
}
