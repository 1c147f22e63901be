import { hash, timingSafeEqual } from 'node:crypto'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import { preparedChange, preparedRows, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { narrowedResource } from '../audience.ts'
import type { KnownClient } from '../clients/client.ts'
import { markUsed } from '../clients/store.ts'
import { invalidGrant, OAuthError } from '../error.ts'
import { scopesNow } from '../scope.ts'
import { endGrant } from './end-grant.ts'
import { insertGrant, isMembershipOf, replaceGrants } from './grants.ts'
import { issueTokens, type TokenAnswer } from './issue.ts'

type CodeRow = Tables['oauth_codes']['$inferSelect']

interface Redemption {
  /** Already authenticated. */
  client: KnownClient
  code: string
  redirect_uri: string | undefined
  code_verifier: string | undefined
  resource: readonly string[]
}

/**
 * The authorization_code grant (RFC 6749 section 4.1.3). A code is valid once: replayed with valid credentials, it
 * revokes its tokens (RFC 9700 section 2.1.1).
 * @throws OAuthError
 */
export async function redeemCode(context: Context, redemption: Redemption): Promise<TokenAnswer> {
  const answer = await context.store.write((tx) => redeem(tx, context, redemption))
  if (answer) return answer
  throw invalidGrant()
}

/** @returns undefined if the code was replayed; its grant is then revoked, which must be committed */
async function redeem(tx: Tx, context: Context, redemption: Redemption): Promise<TokenAnswer | undefined> {
  const at = context.now()
  const code_hash = hashToken(redemption.code)
  const [code] = await preparedRows(
    tx,
    'oauth_codes.find',
    ({ tables: { oauth_codes: codes, memberships, workspaces } }) => ({
      ...getTableColumns(codes),
      role: memberships.role,
      plan: workspaces.plan,
    }),
    ({ db, tables: { oauth_codes: codes, memberships, workspaces } }, columns) =>
      db
        .select(columns)
        .from(codes)
        .leftJoin(memberships, isMembershipOf(codes, memberships))
        .leftJoin(workspaces, eq(workspaces.id, codes.workspace_id))
        .where(eq(codes.code_hash, sql.placeholder('code_hash'))),
    { code_hash },
  )
  if (!code || code.client_id !== redemption.client.id) throw invalidGrant()
  requireSameRequest(code, redemption)
  const resource = narrowedResource(context.settings, code.resource, redemption.resource)
  const taken = await preparedChange(
    tx,
    'oauth_codes.consume',
    ({ db, tables: { oauth_codes: codes } }) =>
      db
        .update(codes)
        .set({ consumed_at: sql`${sql.placeholder('at')}` })
        .where(and(eq(codes.code_hash, sql.placeholder('code_hash')), isNull(codes.consumed_at))),
    { code_hash, at },
  )
  const { workspace_id, user_id, client_id, grant_id } = code
  if (taken === 0) {
    await endGrant(tx, context, redemption.client, { workspace_id, grant_id, user_id, reason: 'code_replayed' })
    return undefined
  }
  if (code.expires_at <= at) throw invalidGrant()
  // Only scopes are written.
  const scopes = code.scopes as Scope[]
  const grant = { workspace_id, id: grant_id, user_id, client_id, scopes, resource: code.resource, created_at: at }
  await insertGrant(tx, grant)
  // Nothing ended where nothing was replaced: the tokens of everybody else need no new verification.
  if (isOneInstallation(redemption.client) && (await replaceGrants(tx, grant)) > 0) await context.tokens.forgetAfter(tx)
  await markUsed(tx, redemption.client, at)
  // A former member has neither role nor scopes.
  const named = scopesNow(context.settings, { scopes, role: code.role ?? '', plan: code.plan ?? '' })
  return issueTokens(tx, context, { workspace_id, grant_id, scopes, named, resource })
}

/**
 * Whether a client stores its tokens in one place, so that a new grant replaces the previous one. Public applications
 * and documents are shared by all devices on which they are installed.
 */
function isOneInstallation({ kind, auth_method }: KnownClient): boolean {
  return kind === 'registration' || auth_method !== 'none'
}

/** Verifies that the client that redeems a code has requested it. */
function requireSameRequest(code: CodeRow, { redirect_uri, code_verifier }: Redemption): void {
  const { code_challenge } = code
  // OAuth 2.1 section 10.2 relies on PKCE instead of the redirect URI; without PKCE it is the only proof.
  if (redirect_uri === undefined && code_challenge === null)
    throw new OAuthError('invalid_request', 'Missing required parameter: redirect_uri')
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri) throw invalidGrant()
  // A verifier without a challenge: the challenge was removed from the request (RFC 9700 section 4.8.2).
  if (code_challenge === null) {
    if (code_verifier === undefined) return
    throw invalidGrant()
  }
  if (code_verifier === undefined) throw new OAuthError('invalid_request', 'Missing required parameter: code_verifier')
  if (!/^[\w.~-]{43,128}$/.test(code_verifier)) throw invalidGrant()
  const expected = Buffer.from(code_challenge)
  const given = Buffer.from(hash('sha256', code_verifier, 'base64url'))
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw invalidGrant()
}
