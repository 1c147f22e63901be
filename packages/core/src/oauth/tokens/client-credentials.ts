import { eq } from 'drizzle-orm'
import { DEFAULT_SCOPES, parseScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newSecret } from '../../ids.ts'
import { hashToken } from '../../secret/seal.ts'
import type { Tx } from '../../storage/database.ts'
import { later, SECOND_MS, unixTime } from '../../times.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { requestedResource } from '../audience.ts'
import type { AuthenticatedClient, Client } from '../clients/client.ts'
import { credentialsOf } from '../clients/credentials.ts'
import { markUsed } from '../clients/store.ts'
import { invalidClient, OAuthError } from '../error.ts'
import { requestedScopes, scopesNow, scopeText } from '../scope.ts'
import { insertApplicationToken } from './application-tokens.ts'
import { ACCESS_SECONDS, type TokenAnswer } from './issue.ts'

/** Tokens that an application can request: each is valid for two hours, so a program that keeps them needs few. */
const LIMITS = [
  { seconds: 60, limit: 60 },
  { seconds: 3600, limit: 600 },
]

interface Request {
  client: AuthenticatedClient
  scope: string | undefined
  resource: readonly string[]
}

/**
 * The client_credentials grant (RFC 6749 section 4.4): an application acts as itself in its workspace. There is no refresh token
 * (section 4.4.3).
 * @throws OAuthError
 * @throws AppError `rate_limited`
 */
export async function issueApplicationToken(
  context: Context,
  request: Request,
): Promise<Omit<TokenAnswer, 'refresh_token'>> {
  const { client } = request
  if (client.kind !== 'application' || client.credential === null)
    throw new OAuthError(
      'unauthorized_client',
      'The client_credentials grant is for confidential applications that an admin has registered in a workspace',
    )
  const windows = await context.rateLimiter.count(`client_credentials ${client.id}`, LIMITS)
  const exceeded = windows.find(({ allowed }) => !allowed)
  if (exceeded)
    throw new AppError('rate_limited', 'The application requests too many tokens: use each until it expires', {
      retryAfter: exceeded.resetsIn,
    })
  return context.store.write((tx) => issue(tx, context, request))
}

async function issue(tx: Tx, context: Context, { client, scope, resource }: Request) {
  const { settings } = context
  const { role, registered, plan } = await permissionOf(tx, client)
  const scopes = scopesOf(scope, registered)
  const named = scopesNow(settings, { scopes, role, plan })
  if (!(settings.plans[plan] ?? NO_PLAN).entitlements.includes('api-access'))
    throw new OAuthError('unauthorized_client', 'The plan of the workspace does not include API access')
  if (named.length === 0)
    throw new OAuthError(
      'invalid_scope',
      `The role of the application (${role}) includes none of these scopes: request others, or have an admin change the role`,
    )
  const created_at = context.now()
  const access_token = newSecret('hr_at_')
  await insertApplicationToken(tx, {
    token_hash: hashToken(access_token),
    client_id: client.id,
    credential: client.credential ?? '',
    scopes,
    resource: requestedResource(settings, resource),
    expires_at: later(created_at, ACCESS_SECONDS * SECOND_MS),
    created_at,
  })
  await markUsed(tx, client, created_at)
  const answer = { access_token, token_type: 'Bearer' as const, expires_in: ACCESS_SECONDS }
  return { ...answer, scope: scopeText(named), created_at: unixTime(created_at) }
}

/**
 * MCP clients request all scopes that the challenge names, whatever is registered for them: those get the registered ones of these.
 * @throws OAuthError `invalid_scope`
 */
function scopesOf(scope: string | undefined, registered: Client['scopes']): Client['scopes'] {
  const names = new Set(scope?.split(' ').map(parseScope))
  const among = registered.filter((name) => names.has(name))
  const areAllAdvertised = DEFAULT_SCOPES.every((name) => names.has(name))
  return areAllAdvertised && among.length > 0 ? among : requestedScopes(scope, registered)
}

/**
 * Reads the application again, locked: whoever takes the permission or the credential away waits, and then ends this token too.
 * @throws OAuthError
 */
async function permissionOf(tx: Tx, client: AuthenticatedClient) {
  const { oauth_clients: clients, workspaces } = tx.tables
  const select = tx.db
    .select({
      workspace_id: clients.workspace_id,
      scopes: clients.scopes,
      role: clients.client_credentials_role,
    })
    .from(clients)
    .where(eq(clients.id, client.id))
  const [current] = await tx.connection.dialect.locking(select, 'change')
  if (!current?.workspace_id || !(await credentialsOf(tx, client.id)).includes(client.credential ?? ''))
    throw invalidClient()
  if (current.role === null)
    throw new OAuthError(
      'unauthorized_client',
      'The application may not use the client_credentials grant: an admin can allow it in the settings, under OAuth applications',
    )
  const [workspace] = await tx.db
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, current.workspace_id))
  // Only scopes are written.
  const registered = current.scopes as Client['scopes']
  return { role: current.role, registered, plan: workspace?.plan ?? '' }
}
