import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import { OAuthError } from '../error.ts'

/**
 * Consumes the `jti` of a client assertion, which is valid once (RFC 7523 section 3).
 * @param expires_at the expiry of the assertion, after which its row can be deleted
 * @throws OAuthError `invalid_client` if it was used before
 */
export async function claimAssertion(
  { store }: Context,
  { client_id, jti, expires_at }: { client_id: string; jti: string; expires_at: string },
): Promise<void> {
  const claimed = await store.write((tx) =>
    tx.db
      .insert(tx.tables.oauth_assertions)
      .values({ assertion_hash: hashToken(`${client_id} ${jti}`), expires_at })
      .onConflictDoNothing()
      .returning({ expires_at: tx.tables.oauth_assertions.expires_at }),
  )
  if (claimed.length === 0)
    throw new OAuthError(
      'invalid_client',
      'The client_assertion was used before: sign another one, with another jti, for each request',
    )
}
