import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import type { KnownClient } from '../clients/client.ts'
import { deleteApplicationToken, findApplicationToken } from './application-tokens.ts'
import { endGrant } from './end-grant.ts'
import { findAccessToken, findRefreshToken } from './grants.ts'

/**
 * Revokes the grant of an access token or refresh token (RFC 7009), with its other tokens (section 2.1); of an application that
 * acts alone, the token. Unknown tokens and those of other clients are ignored (section 2.2).
 */
export async function revokeToken(context: Context, client: KnownClient, token: string): Promise<void> {
  const token_hash = hashToken(token)
  await context.store.write(async (tx) => {
    const found = (await findRefreshToken(tx, token_hash)) ?? (await findAccessToken(tx, token_hash))
    if (!found) {
      const own = await findApplicationToken(tx, token_hash)
      if (own?.client_id !== client.id) return
      await deleteApplicationToken(tx, token_hash)
      return context.tokens.forgetAfter(tx)
    }
    if (found.client_id !== client.id) return
    const { workspace_id, grant_id, user_id } = found
    await endGrant(tx, context, client, { workspace_id, grant_id, user_id, reason: 'revoked_by_client' })
  })
}
