import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject } from '../../json.ts'
import type { RegisteredClient, Tokens } from '../../store/credentials.ts'
import { authenticateClient } from '../client/authentication.ts'
import type { AuthorizationServer } from '../discovery/authorization-server.ts'
import { type HttpOptions, send } from '../http.ts'

/** What every request to a token endpoint needs. */
export interface TokenRequest {
  http: HttpOptions
  server: Pick<AuthorizationServer, 'issuer' | 'token_endpoint'>
  client: RegisteredClient
  privateKey: { pem: string; algorithm: string } | undefined
  /** What is sent as `resource` (RFC 8707). */
  resource: string | undefined
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
  const options = requestOptions(request)
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
  // Some servers forget the scopes of a grant that a refresh does not repeat; none may refuse those it granted.
  const options = requestOptions(request, old.scope ? { scope: old.scope } : {})
  const tokens = await tokensOf(request, async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options)
    return oauth.processRefreshTokenResponse(server, client, response)
  })
  return { refresh_token: refreshToken, ...(old.scope ? { scope: old.scope } : {}), ...tokens }
}

export async function requestAsClient(request: TokenRequest, scopes: readonly string[] | undefined): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  const parameters: Record<string, string> = {
    ...(scopes ? { scope: scopes.join(' ') } : {}),
    ...(request.resource ? { resource: request.resource } : {}),
  }
  return tokensOf(request, async () => {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      parameters,
      requestOptions(request),
    )
    return oauth.processClientCredentialsResponse(server, client, response)
  })
}

export async function exchangeDeviceCode(request: TokenRequest, deviceCode: string): Promise<Tokens> {
  const { server, client } = request
  const authentication = await authenticateClient(client, request.privateKey)
  return tokensOf(request, async () => {
    const response = await oauth.deviceCodeGrantRequest(
      server,
      client,
      authentication,
      deviceCode,
      requestOptions(request),
    )
    return oauth.processDeviceCodeResponse(server, client, response)
  })
}

export function requestOptions({ http, resource }: Pick<TokenRequest, 'http' | 'resource'>, more = {}) {
  return {
    [oauth.customFetch]: boundedFetch(http),
    // Which addresses may be http is decided where they are read: see `secureAddress`.
    [oauth.allowInsecureRequests]: true,
    additionalParameters: { ...more, ...(resource ? { resource } : {}) },
  }
}

/**
 * The library's requests within our bounds. An `id_token` is of no use here and not verified, so it is taken out; and a
 * challenge for the client's own password is not what is wrong with a grant: the body says that.
 */
function boundedFetch(http: HttpOptions) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (init.body instanceof URLSearchParams) concealAll(http, Object.fromEntries(init.body))
    const { status, headers, text } = await send(http, new URL(url), init)
    if (status >= 500 || status === 429)
      throw new BridgeError('unreachable', `The server ${new URL(url).host} is in trouble (HTTP ${status}): try later.`)
    const { id_token: _, ...body } = parseObject(text) ?? {}
    concealAll(http, body)
    const isJson = parseObject(text) !== undefined
    const type = isJson ? 'application/json' : (headers.get('content-type') ?? 'text/plain')
    const isEmpty = [204, 205, 304].includes(status)
    // Some say what is wrong with status 200.
    const isError = status === 200 && typeof body.error === 'string' && body.access_token === undefined
    return new Response(isEmpty ? null : isJson ? JSON.stringify(body) : text, {
      status: isError ? 400 : status,
      headers: { 'content-type': type },
    })
  }
}

const SECRETS = [
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'device_code',
  'token',
]

function concealAll(http: HttpOptions, values: Record<string, unknown>): void {
  for (const name of SECRETS) {
    const value = values[name]
    if (typeof value === 'string' && value !== '') http.conceal(value)
  }
}

async function tokensOf(
  { now, server }: TokenRequest,
  ask: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens> {
  const obtained = now()
  try {
    const answer = await ask()
    if (answer.token_type !== 'bearer')
      throw new BridgeError('bad_answer', 'The server gives tokens of a kind that is not supported (not Bearer).')
    return {
      access_token: answer.access_token,
      obtained_at: obtained,
      ...(answer.refresh_token ? { refresh_token: answer.refresh_token } : {}),
      // Counted from before the request, so it is never thought to be good for longer than it is.
      ...(answer.expires_in === undefined ? {} : { expires_at: obtained + answer.expires_in * 1000 }),
      ...(answer.scope === undefined ? {} : { scope: answer.scope }),
    }
  } catch (error) {
    throw tokenFault(error, URL.parse(server.token_endpoint)?.host ?? '')
  }
}

/** RFC 6749 section 5.2 in our words; descriptions of servers are never shown. */
export function tokenFault(error: unknown, host: string): unknown {
  if (error instanceof BridgeError) return error
  if (error instanceof oauth.ResponseBodyError) return refusal(error.error, host)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new BridgeError(
      'bad_answer',
      `The authorization server ${host} gives an answer that makes no sense (${statusOf(error)}): try later, or tell its operator.`,
    )
  return error
}

function refusal(name: string, host: string): BridgeError {
  const error = /^[a-z_]{1,40}$/.test(name) ? name : 'error'
  if (error === 'invalid_grant')
    return new BridgeError(
      'invalid_grant',
      `The authorization server ${host} no longer accepts the sign-in: sign in again.`,
    )
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return new BridgeError(
      'client_refused',
      `The authorization server ${host} does not accept this client (${error}): check the client's id and secret, or sign in again.`,
    )
  return new BridgeError(
    'sign_in_refused',
    `The authorization server ${host} refuses the request (${error}): check the options, or tell its operator.`,
    { cause: error },
  )
}

/** Of the answer that the library objects to, the status alone: its body may hold tokens. */
function statusOf({ cause }: Error): string {
  return cause instanceof Response ? `HTTP ${cause.status}` : 'unreadable'
}
