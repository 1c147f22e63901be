import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newId, newSecret } from '../../ids.ts'
import type { Scope } from '../../scopes.ts'
import { hashToken } from '../../seal.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredAuthorizationRequest } from '../../storage/tables.ts'
import { NO_PLAN, requireEntitlement } from '../plans.ts'
import { rightsOf } from '../rights.ts'
import { findRole, findWorkspace } from '../store.ts'
import type { Client } from './client.ts'
import { markUsed } from './clients.ts'
import { OAuthError } from './error.ts'
import { secondsAfter } from './issue.ts'
import { requestedResource } from './resource.ts'
import { requestedScopes } from './scope.ts'

const CODE_SECONDS = 600
const CONSENT_SECONDS = 1800
const MAX_STATE = 4096

export interface AuthorizationRequest extends StoredAuthorizationRequest {
  scopes: Scope[]
}

interface Parameters {
  redirect_uri: string
  response_type: string | undefined
  scope: string | undefined
  state: string | undefined
  code_challenge: string | undefined
  code_challenge_method: string | undefined
  resource: readonly string[]
}

/**
 * Checks what a client asks for (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). The client and its redirect URI are known to
 * be good: whatever is wrong now may be told to the client.
 * @throws OAuthError
 */
export function authorizationRequest(
  { settings }: Context,
  client: Client,
  parameters: Parameters,
): AuthorizationRequest {
  const { redirect_uri, response_type, state, code_challenge, code_challenge_method } = parameters
  if (response_type === undefined) throw new OAuthError('invalid_request', 'Missing required parameter: response_type')
  if (response_type !== 'code')
    throw new OAuthError('unsupported_response_type', 'The only response type of this server is code')
  if (state !== undefined && state.length > MAX_STATE) throw new OAuthError('invalid_request', 'The state is too long')
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined)
      throw new OAuthError('invalid_request', 'Missing required parameter: code_challenge')
    if (client.auth_method === 'none')
      throw new OAuthError('invalid_request', 'Public clients must use PKCE: code_challenge is missing')
  } else {
    // A missing method would mean `plain` (RFC 7636 section 4.3), which protects nothing.
    if (code_challenge_method !== 'S256')
      throw new OAuthError('invalid_request', 'The code_challenge_method must be S256')
    if (!/^[\w.~-]{43,128}$/.test(code_challenge))
      throw new OAuthError('invalid_request', 'The code_challenge must be 43 to 128 unreserved characters')
  }
  return {
    redirect_uri,
    scopes: requestedScopes(parameters.scope, client.scopes),
    resource: requestedResource(settings, parameters.resource),
    state: state ?? null,
    code_challenge: code_challenge ?? null,
  }
}

/** @returns a ticket with which this person, and nobody else, may answer this request once */
export async function askConsent(
  { store, now }: Context,
  asked: { user_id: string; client_id: string; request: AuthorizationRequest },
): Promise<string> {
  const ticket = newSecret()
  const expires_at = secondsAfter(now(), CONSENT_SECONDS)
  await store.write((tx) =>
    tx.db.insert(tx.tables.oauth_consents).values({ ...asked, ticket_hash: hashToken(ticket), expires_at }),
  )
  return ticket
}

/** Takes a ticket. @throws AppError `forbidden` when it is not this person's, was used, or is too old */
async function takeTicket(tx: Tx, { now }: Context, ticket: string, user_id: string) {
  const { oauth_consents: consents } = tx.tables
  const [taken] = await tx.db
    .delete(consents)
    .where(
      and(eq(consents.ticket_hash, hashToken(ticket)), eq(consents.user_id, user_id), gt(consents.expires_at, now())),
    )
    .returning({ client_id: consents.client_id, request: consents.request })
  if (taken) return taken
  throw new AppError('forbidden', 'This request was already answered, or is too old. Start again in the application')
}

/** What the client is to be told after a person said no. @throws AppError `forbidden` */
export async function refuseConsent(
  context: Context,
  { ticket, user_id }: { ticket: string; user_id: string },
): Promise<StoredAuthorizationRequest> {
  return (await context.store.write((tx) => takeTicket(tx, context, ticket, user_id))).request
}

export interface Consent {
  ticket: string
  user_id: string
  workspace_id: string
  /** Those that the person left ticked. */
  scopes: readonly string[]
  readOnly: boolean
}

export interface Consented {
  request: StoredAuthorizationRequest
  code: string
}

/**
 * Turns a person's yes into a code: for what was asked, ticked, and within the rights of their role.
 * @throws AppError `forbidden`; the ticket is then still good
 */
export async function giveConsent(context: Context, consent: Consent): Promise<Consented> {
  const { user_id, workspace_id } = consent
  return context.store.write(async (tx) => {
    const { client_id, request } = await takeTicket(tx, context, consent.ticket, user_id)
    const rights = await rightsIn(tx, context, workspace_id, user_id)
    const scopes = request.scopes.filter(
      (scope) =>
        consent.scopes.includes(scope) &&
        (rights as ReadonlySet<string>).has(scope) &&
        (!consent.readOnly || scope.endsWith(':read')),
    )
    if (scopes.length === 0)
      throw new AppError('forbidden', 'Choose at least one permission that your role in this workspace includes')
    const at = context.now()
    const code = newSecret('hr_ac_')
    const { resource, redirect_uri, code_challenge } = request
    await tx.db.insert(tx.tables.oauth_codes).values({
      ...{ workspace_id, user_id, client_id, scopes, resource, redirect_uri, code_challenge },
      code_hash: hashToken(code),
      grant_id: newId(),
      expires_at: secondsAfter(at, CODE_SECONDS),
      consumed_at: null,
      created_at: at,
    })
    await markUsed(tx, client_id, at)
    return { request, code }
  })
}

/** @throws AppError `forbidden` */
async function rightsIn(tx: Tx, { settings: { plans } }: Context, workspace_id: string, user_id: string) {
  const role = await findRole(tx, workspace_id, user_id)
  const workspace = await findWorkspace(tx, workspace_id)
  if (role === undefined || !workspace) throw new AppError('forbidden', 'You are not a member of this workspace')
  requireEntitlement(plans[workspace.plan] ?? NO_PLAN, 'api-access')
  return rightsOf(role)
}
