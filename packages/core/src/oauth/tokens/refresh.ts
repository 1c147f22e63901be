import { and, eq, isNull } from 'drizzle-orm'
import type { Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createSealer, hashToken } from '../../seal.ts'
import type { Tx } from '../../storage/database.ts'
import { later, SECOND_MS, unixTime } from '../../times.ts'
import { narrowedResource } from '../audience.ts'
import type { Client } from '../clients/client.ts'
import { markUsed } from '../clients/store.ts'
import { invalidGrant } from '../error.ts'
import { requestedScopes, scopeText } from '../scope.ts'
import { endGrant } from './end-grant.ts'
import { findRefreshToken } from './grants.ts'
import { issueTokens, type TokenAnswer } from './issue.ts'

/** How long the answer to a refresh may be had again: answers get lost, and processes refresh at the same time. */
const REPLAY_SECONDS = 60

interface Refresh {
  /** Already authenticated. */
  client: Client
  refresh_token: string
  scope: string | undefined
  resource: readonly string[]
}

/**
 * The refresh_token grant (RFC 6749 section 6), which always rotates. The token shown again within a minute gets the same
 * answer; later it was stolen, from us or from whoever shows it, and the grant ends (RFC 9700 section 4.14.2).
 * @throws OAuthError
 */
export async function refreshTokens(context: Context, refresh: Refresh): Promise<TokenAnswer> {
  const answer = await context.store.write((tx) => rotate(tx, context, refresh))
  if (answer) return answer
  throw invalidGrant()
}

/** @returns undefined when the token was used before; its grant is then revoked, which must be committed */
async function rotate(tx: Tx, context: Context, refresh: Refresh): Promise<TokenAnswer | undefined> {
  const at = context.now()
  const token_hash = hashToken(refresh.refresh_token)
  const token = await findRefreshToken(tx, token_hash)
  if (!token || token.client_id !== refresh.client.id) throw invalidGrant()
  if (token.revoked_at !== null || token.expires_at <= at) throw invalidGrant()
  // Only scopes are ever written there.
  const scopes = requestedScopes(refresh.scope, token.scopes as Scope[])
  const resource = narrowedResource(context.settings, token.resource, refresh.resource)
  const { workspace_id, grant_id, user_id } = token
  const asked = `${scopeText(scopes)} ${resource}`
  if (!(await consume(tx, token_hash, at))) {
    const answer = await earlierAnswer(tx, refresh.refresh_token, asked, at)
    const end = { workspace_id, grant_id, user_id, reason: 'refresh_token_reused' } as const
    if (!answer) await endGrant(tx, context, refresh.client, end)
    return answer
  }
  const answer = await issueTokens(tx, context, { workspace_id, grant_id, scopes, resource })
  await keepAnswer(tx, refresh.refresh_token, { asked, answer })
  await markUsed(tx, refresh.client.id, at)
  return answer
}

async function consume(tx: Tx, token_hash: string, at: string): Promise<boolean> {
  const { oauth_refresh_tokens: tokens } = tx.tables
  const consumed = await tx.db
    .update(tokens)
    .set({ consumed_at: at })
    .where(and(eq(tokens.token_hash, token_hash), isNull(tokens.consumed_at)))
    .returning({ token_hash: tokens.token_hash })
  return consumed.length > 0
}

interface Kept {
  asked: string
  answer: TokenAnswer
}

/** Sealed with a key that only the token gives: whoever has the database has no tokens. */
async function keepAnswer(tx: Tx, token: string, kept: Kept): Promise<void> {
  const { oauth_refresh_tokens: tokens } = tx.tables
  const sealed_answer = createSealer(Buffer.from(token)).seal(JSON.stringify(kept))
  await tx.db
    .update(tokens)
    .set({ sealed_answer })
    .where(eq(tokens.token_hash, hashToken(token)))
}

async function earlierAnswer(tx: Tx, token: string, asked: string, at: string): Promise<TokenAnswer | undefined> {
  const { consumed_at, sealed_answer } = (await findRefreshToken(tx, hashToken(token))) ?? {}
  if (!consumed_at || !sealed_answer || later(consumed_at, REPLAY_SECONDS * SECOND_MS) <= at) return undefined
  const kept: Kept = JSON.parse(createSealer(Buffer.from(token)).open(sealed_answer))
  if (kept.asked !== asked) return undefined
  const elapsed = unixTime(at) - kept.answer.created_at
  return { ...kept.answer, expires_in: kept.answer.expires_in - elapsed }
}
