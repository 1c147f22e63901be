import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject } from '../../json.ts'
import type { RegisteredClient } from '../../store/credentials.ts'
import type { StaticClient } from '../authorization.ts'
import type { AuthorizationServer } from '../discovery/authorization-server.ts'
import { type Answer, type HttpOptions, send } from '../http.ts'
import { refreshTokens } from '../token-endpoint/requests.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export interface ClientOptions {
  http: HttpOptions
  staticClient: StaticClient | undefined
  metadataUrl: string | undefined
  now: () => number
}

/** A client that the person, or a document, brings along; undefined where one has to be registered. */
export function givenClient(
  { staticClient, metadataUrl }: Pick<ClientOptions, 'staticClient' | 'metadataUrl'>,
  server: AuthorizationServer,
): RegisteredClient | undefined {
  if (staticClient) {
    const { id, secret } = staticClient
    const method = staticClient.privateKey ? 'private_key_jwt' : secret ? secretMethod(server) : 'none'
    return { client_id: id, token_endpoint_auth_method: method, ...(secret ? { client_secret: secret } : {}) }
  }
  if (metadataUrl && server.client_id_metadata_document_supported)
    return { client_id: metadataUrl, token_endpoint_auth_method: 'none' }
  return undefined
}

/** The purpose of a registration. */
export interface RegistrationRequest {
  server: AuthorizationServer
  isGuess: boolean
  /** Host, port and path of the callback. */
  host: string
  port: number
  path: string
  /** All that may ever be asked for: some servers hold a client to the scopes that it was registered with. */
  scopes: readonly string[]
}

/** Dynamic Client Registration (RFC 7591). */
export async function registerClient({ http }: ClientOptions, request: RegistrationRequest): Promise<RegisteredClient> {
  const { server, port } = request
  if (!server.registration_endpoint) throw cannotRegister(server)
  const metadata = clientMetadata(request)
  const scope = request.scopes.join(' ')
  let answer = await post(http, server.registration_endpoint, scope ? { ...metadata, scope } : metadata)
  // Others refuse to be told of scopes.
  if (answer.status === 400 && scope) answer = await post(http, server.registration_endpoint, metadata)
  const document = parseObject(answer.text)
  if (answer.status >= 200 && answer.status < 300 && typeof document?.client_id === 'string')
    return registered(document, document.client_id, server, metadata.token_endpoint_auth_method, port, http.conceal)
  if (request.isGuess) throw noOAuth(server)
  throw refused(server, answer.status, document?.error)
}

function clientMetadata({ server, host, port, path }: RegistrationRequest) {
  const device = server.device_authorization_endpoint ? [DEVICE_GRANT] : []
  return {
    client_name: 'mcp-bridge',
    application_type: 'native',
    // Servers that follow RFC 8252 section 7.3 ignore the port; for those that compare it, one has it.
    redirect_uris: [`http://${host}:${port}${path}`, `http://127.0.0.1${path}`, `http://localhost${path}`],
    grant_types: ['authorization_code', 'refresh_token', ...device],
    response_types: ['code'],
    token_endpoint_auth_method: registrationMethod(server),
  }
}

function post(http: HttpOptions, endpoint: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return send(http, new URL(endpoint), { method: 'POST', headers, body: JSON.stringify(body) })
}

/**
 * Whether the server still knows a client that was registered once. It is asked with a refresh token that nobody has:
 * an authorization request with a forgotten client would end on a page of the server that nothing comes back from.
 */
export async function isForgotten(
  { http, now }: ClientOptions,
  server: AuthorizationServer,
  client: RegisteredClient,
): Promise<boolean> {
  const request = { http, server, client, privateKey: undefined, resource: undefined, now }
  try {
    await refreshTokens(request, { access_token: '', obtained_at: 0 }, oauth.generateRandomState())
    return false
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    return error.code === 'client_refused'
  }
}

function registered(
  document: Record<string, unknown>,
  id: string,
  server: AuthorizationServer,
  asked: string,
  port: number,
  conceal: (secret: string) => void,
): RegisteredClient {
  const { client_secret: secret, token_endpoint_auth_method: said } = document
  const hasSecret = typeof secret === 'string' && secret !== ''
  if (hasSecret) conceal(secret)
  // Some give a secret and do not say what for.
  const method = typeof said === 'string' ? said : hasSecret ? secretMethod(server) : asked
  return {
    client_id: id,
    token_endpoint_auth_method: method,
    redirect_port: port,
    ...(hasSecret ? { client_secret: secret } : {}),
  }
}

/** RFC 8414 section 2: Basic, where the server does not say. */
function secretMethod({ token_endpoint_auth_methods_supported: supported }: AuthorizationServer): string {
  if (!supported || supported.includes('client_secret_basic')) return 'client_secret_basic'
  return supported.includes('client_secret_post') ? 'client_secret_post' : 'none'
}

function registrationMethod(server: AuthorizationServer): string {
  const supported = server.token_endpoint_auth_methods_supported
  return !supported || supported.includes('none') ? 'none' : secretMethod(server)
}

function cannotRegister({ issuer }: AuthorizationServer): BridgeError {
  return new BridgeError(
    'registration_refused',
    `The authorization server ${hostOf(issuer)} does not support dynamic registration: have a client registered there, and give its id with --client-id.`,
  )
}

function noOAuth({ issuer }: AuthorizationServer): BridgeError {
  return new BridgeError(
    'no_oauth',
    `The server ${hostOf(issuer)} requires a token but offers no sign-in: get a token from its operator, and set MCP_BRIDGE_TOKEN.`,
  )
}

function refused({ issuer }: AuthorizationServer, status: number, error: unknown): BridgeError {
  const name = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : `HTTP ${status}`
  return new BridgeError(
    'registration_refused',
    `The authorization server ${hostOf(issuer)} refuses to register this client (${name}): try later, or have one registered there and give its id with --client-id.`,
  )
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer
}
