import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import { invalidClient } from '../error.ts'

/**
 * Takes the `jti` of a client's assertion, which is good once (RFC 7523 section 3).
 * @param expires_at when the assertion expires, after which it need not be remembered
 * @throws OAuthError `invalid_client` when it was shown before
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
  if (claimed.length === 0) throw invalidClient()
}
