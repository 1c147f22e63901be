import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import { preparedChange, type Tx } from '../../storage/database.ts'
import { narrowedResource } from '../audience.ts'
import type { KnownClient } from '../clients/client.ts'
import { markUsed } from '../clients/store.ts'
import { invalidGrant } from '../error.ts'
import { requestedScopes, scopesNow, scopeText } from '../scope.ts'
import { endGrant } from './end-grant.ts'
import { findRefreshToken } from './grants.ts'
import { issueTokens, type TokenAnswer } from './issue.ts'
import { keepAnswer, repeatOf } from './repeated-refresh.ts'

interface Refresh {
  /** Already authenticated. */
  client: KnownClient
  refresh_token: string
  scope: string | undefined
  resource: readonly string[]
}

/**
 * The refresh_token grant (RFC 6749 section 6), which always rotates. A repeated token gets the same response if that
 * may have been lost; otherwise it was stolen, and the grant is revoked.
 * @throws OAuthError
 */
export async function refreshTokens(context: Context, refresh: Refresh): Promise<TokenAnswer> {
  const answer = await context.store.write((tx) => rotate(tx, context, refresh))
  if (answer) return answer
  throw invalidGrant()
}

/** @returns undefined if the token was stolen; its grant is then revoked, which must be committed */
async function rotate(tx: Tx, context: Context, refresh: Refresh): Promise<TokenAnswer | undefined> {
  const at = context.now()
  const token_hash = hashToken(refresh.refresh_token)
  const token = await findRefreshToken(tx, token_hash)
  if (!token || token.client_id !== refresh.client.id) throw invalidGrant()
  if (token.revoked_at !== null || token.expires_at <= at) throw invalidGrant()
  // Only scopes are written.
  const scopes = requestedScopes(refresh.scope, token.scopes as Scope[])
  const resource = narrowedResource(context.settings, token.resource, refresh.resource)
  const { workspace_id, grant_id, user_id } = token
  const asked = `${scopeText(scopes)} ${resource}`
  if (!(await consume(tx, token_hash, at))) {
    await tx.connection.dialect.lockRecord(tx.connection, grant_id)
    const repeat = await repeatOf(tx, { token: refresh.refresh_token, asked, at })
    if (repeat === 'reused') {
      const end = { workspace_id, grant_id, user_id, reason: 'refresh_token_reused' } as const
      await endGrant(tx, context, refresh.client, end)
      return undefined
    }
    if (repeat !== 'lost') return repeat
  }
  const named = scopesNow(context.settings, { ...token, scopes })
  const answer = await issueTokens(tx, context, { workspace_id, grant_id, scopes, named, resource })
  await keepAnswer(tx, refresh.refresh_token, { asked, answer, at })
  await markUsed(tx, refresh.client, at)
  return answer
}

async function consume(tx: Tx, token_hash: string, at: string): Promise<boolean> {
  const consumed = await preparedChange(
    tx,
    'oauth_refresh_tokens.consume',
    ({ db, tables: { oauth_refresh_tokens: tokens } }) =>
      db
        .update(tokens)
        .set({ consumed_at: sql`${sql.placeholder('at')}` })
        .where(and(eq(tokens.token_hash, sql.placeholder('token_hash')), isNull(tokens.consumed_at))),
    { token_hash, at },
  )
  return consumed > 0
}
