import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import type { KnownClient } from '../clients/client.ts'
import { revokeGrant } from './grants.ts'

const ACTIONS = {
  code_replayed: 'authorization_code.replayed',
  refresh_token_reused: 'refresh_token.reused',
  revoked_by_client: 'application.disconnected',
} as const

interface End {
  workspace_id: string
  grant_id: string
  /** The person of the grant. */
  user_id: string
  reason: keyof typeof ACTIONS
}

/**
 * Revokes a grant because of an event at the token or revocation endpoint, caused by its client or a thief. The audit
 * log records it once, even if it is repeated.
 */
export async function endGrant(tx: Tx, context: Context, client: KnownClient, end: End): Promise<void> {
  const { workspace_id, grant_id, user_id, reason } = end
  if (!(await revokeGrant(tx, { workspace_id, id: grant_id, reason, at: context.now() }))) return
  await context.tokens.forgetAfter(tx)
  await recordAudit(tx, context, {
    action: ACTIONS[reason],
    workspace_id,
    subject_id: grant_id,
    actor: { id: client.id, name: client.name },
    source: 'oauth',
    details: { application: client.name, user_id },
  })
}
