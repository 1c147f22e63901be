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
  return (await isSharedInstance(reader, caller)) ? 'several_workspaces' : null
}

/** The operator acts for all workspaces. */
async function isSharedInstance(reader: Reader, { kind, workspace_id }: Context['caller']): Promise<boolean> {
  return kind !== 'system' && (await hasAnotherTeam(reader, workspace_id))
}

/** @throws AppError `conflict` */
export async function requireSettable(reader: Reader, context: Pick<Context, 'mail' | 'caller'>): Promise<void> {
  const reason = await readOnlyReason(reader, context)
  if (reason !== null) throw refusal(reason)
}

/** A stored server can be taken back even if that of the environment comes first. @throws AppError `conflict` */
export async function requireRemovable(reader: Reader, { caller }: Pick<Context, 'caller'>): Promise<void> {
  if (await isSharedInstance(reader, caller)) throw refusal('several_workspaces')
}

function refusal(reason: keyof typeof REFUSALS): AppError {
  return new AppError('conflict', REFUSALS[reason], { reason: `mail_server_${reason}` })
}
