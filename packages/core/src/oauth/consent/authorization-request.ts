import type { Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { StoredAuthorizationRequest } from '../../storage/tables/oauth-grants.ts'
import { requestedResource } from '../audience.ts'
import type { Client } from '../clients/client.ts'
import { OAuthError } from '../error.ts'
import { requestedScopes } from '../scope.ts'

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
 * Validates an authorization request (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). The client and its redirect URI are
 * valid already, so errors are returned to the client.
 * @throws OAuthError
 */
export function authorizationRequest(
  { settings }: Context,
  client: Client,
  parameters: Parameters,
): AuthorizationRequest {
  const { redirect_uri, response_type, state, code_challenge, code_challenge_method } = parameters
  if (response_type === undefined) throw new OAuthError('invalid_request', 'Missing required parameter: response_type')
  if (response_type !== 'code') throw new OAuthError('unsupported_response_type', 'The response_type must be code')
  if (state !== undefined && state.length > MAX_STATE) throw new OAuthError('invalid_request', 'The state is too long')
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined)
      throw new OAuthError('invalid_request', 'Missing required parameter: code_challenge')
    if (client.auth_method === 'none')
      throw new OAuthError('invalid_request', 'Public clients must use PKCE: code_challenge is missing')
  } else {
    // A missing method would mean `plain` (RFC 7636 section 4.3), which gives no protection.
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
