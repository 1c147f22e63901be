import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import { isObject } from '../../json.ts'
import type { RegisteredClient, Tokens } from '../../store/credentials.ts'
import { authenticateClient } from '../client/authentication.ts'
import type { AuthorizationServer } from '../discovery/authorization-server.ts'
import type { DpopKey } from '../dpop.ts'
import type { HttpOptions } from '../http.ts'
import { tokenFault } from './errors.ts'
import { ACCOUNT, requestOptions } from './fetch.ts'

/** The common parameters of requests to a token endpoint. */
export interface TokenRequest {
  http: HttpOptions
  server: Pick<AuthorizationServer, 'issuer' | 'token_endpoint'>
  client: RegisteredClient
  privateKey: { pem: string; algorithm: string } | undefined
  /** The value of `resource` (RFC 8707). */
  resource: string | undefined
  /** The key that the tokens are bound to, where the server binds them. */
  dpop?: DpopKey | undefined
  now: () => number
}

export async function exchangeCode(
  request: TokenRequest,
  answer: URLSearchParams,
  redirectUri: string,
  verifier: string,
): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  const options = await requestOptions(request)
  return tokensOf(request, async () => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      answer,
      redirectUri,
      verifier,
      options,
    )
    return oauth.processAuthorizationCodeResponse(server, client, response)
  })
}

/** @throws BridgeError invalid_grant where the refresh token is spent or revoked */
export async function refreshTokens(request: TokenRequest, old: Tokens, refreshToken: string): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  // Some servers forget the scopes of a grant that a refresh does not repeat; none may refuse the scopes it granted.
  const options = await requestOptions({ ...request, dpop: old.dpop_key }, old.scope ? { scope: old.scope } : {})
  const tokens = await tokensOf({ ...request, dpop: old.dpop_key }, async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options)
    return oauth.processRefreshTokenResponse(server, client, response)
  })
  const { access_token: _, expires_at: __, obtained_at: ___, refresh_expires_at: ____, ...lasting } = old
  const until =
    old.refresh_lifetime === undefined ? {} : { refresh_expires_at: tokens.obtained_at + old.refresh_lifetime }
  return { ...lasting, refresh_token: refreshToken, ...until, ...tokens }
}

export async function requestAsClient(request: TokenRequest, scopes: readonly string[] | undefined): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  const parameters: Record<string, string> = {
    ...(scopes ? { scope: scopes.join(' ') } : {}),
    ...(request.resource ? { resource: request.resource } : {}),
  }
  const options = await requestOptions(request)
  return tokensOf(request, async () => {
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, options)
    return oauth.processClientCredentialsResponse(server, client, response)
  })
}

export async function exchangeDeviceCode(request: TokenRequest, deviceCode: string): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  const options = await requestOptions(request)
  return tokensOf(request, async () => {
    const response = await oauth.deviceCodeGrantRequest(server, client, authentication, deviceCode, options)
    return oauth.processDeviceCodeResponse(server, client, response)
  })
}

/** No standard says it, but many servers do, by one name or the other. */
function refreshExpiry(answer: oauth.TokenEndpointResponse, obtained: number): Pick<Tokens, 'refresh_expires_at'> {
  const seconds = answer.refresh_token_expires_in ?? answer.refresh_expires_in
  return typeof seconds === 'number' && seconds > 0 ? { refresh_expires_at: obtained + seconds * 1000 } : {}
}

async function tokensOf(
  { now, server, dpop }: TokenRequest,
  ask: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens> {
  const obtained = now()
  try {
    // A server that wants a number of its own in the proof has done nothing yet; the library has noted it.
    const answer = await ask().catch((error: unknown) =>
      oauth.isDPoPNonceError(error) ? ask() : Promise.reject(error),
    )
    const isBound = answer.token_type === 'dpop' && dpop !== undefined
    if (answer.token_type !== 'bearer' && !isBound)
      throw new BridgeError(
        'bad_answer',
        'The server issues tokens of a type that is not supported (neither Bearer nor DPoP).',
      )
    return {
      access_token: answer.access_token,
      obtained_at: obtained,
      ...(answer.refresh_token ? { refresh_token: answer.refresh_token } : {}),
      // Counted from before the request, so it is never thought to be good for longer than it is.
      ...(answer.expires_in === undefined ? {} : { expires_at: obtained + answer.expires_in * 1000 }),
      ...(answer.scope === undefined ? {} : { scope: answer.scope }),
      ...refreshExpiry(answer, obtained),
      ...(isBound && { dpop_key: dpop }),
      ...(isObject(answer[ACCOUNT]) && { account: answer[ACCOUNT] }),
    }
  } catch (error) {
    throw tokenFault(error, URL.parse(server.token_endpoint)?.host ?? '')
  }
}
