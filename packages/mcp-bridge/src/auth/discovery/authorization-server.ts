import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject, stringsOf } from '../../json.ts'
import { get, type HttpOptions } from '../http.ts'
import { secureAddress } from '../secure-address.ts'

/** The metadata of an authorization server (RFC 8414 section 2), as far as a client needs it: a type, so that it also fits the library's open record. */
export type AuthorizationServer = {
  issuer: string
  authorization_endpoint?: string
  token_endpoint: string
  registration_endpoint?: string
  revocation_endpoint?: string
  introspection_endpoint?: string
  device_authorization_endpoint?: string
  scopes_supported?: string[]
  grant_types_supported?: string[]
  code_challenge_methods_supported?: string[]
  token_endpoint_auth_methods_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
  client_id_metadata_document_supported?: boolean
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'device_authorization_endpoint',
] as const
const LISTS = [
  'scopes_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
] as const
const FLAGS = ['authorization_response_iss_parameter_supported', 'client_id_metadata_document_supported'] as const

/** @returns undefined where the issuer has metadata at none of its places */
export async function findAuthorizationServer(
  http: HttpOptions,
  issuer: string,
): Promise<AuthorizationServer | undefined> {
  const base = secureAddress(issuer, 'The address of the authorization server', http)
  for (const place of places(base)) {
    const { status, text } = await get(http, new URL(place, base))
    if (status >= 500)
      throw new BridgeError('unreachable', `The authorization server ${base.host} is failing (${status}): try later.`)
    const document = status === 200 ? parseObject(text) : undefined
    if (typeof document?.issuer === 'string') return check(http, issuer, document.issuer, document)
  }
  return undefined
}

/** RFC 8414 section 3.1 puts the well-known part before the path, OpenID Connect Discovery behind it. */
function places(issuer: URL): string[] {
  const path = issuer.pathname.replace(/\/$/, '')
  const places = [`/.well-known/oauth-authorization-server${path}`, `/.well-known/openid-configuration${path}`]
  return path === '' ? places : [...places, `${path}/.well-known/openid-configuration`]
}

function check(
  http: HttpOptions,
  expected: string,
  issuer: string,
  document: Record<string, unknown>,
): AuthorizationServer {
  // RFC 8414 section 3.3. A slash after a bare host makes no difference: both spellings have the same well-known address.
  if (issuer !== expected && withSlash(issuer) !== withSlash(expected))
    throw new BridgeError(
      'issuer_mismatch',
      `The metadata of ${hostOf(expected)} is that of another authorization server (${hostOf(issuer)}): tell the server's operator.`,
    )
  const endpoints = ENDPOINTS.flatMap((name) => {
    const address = document[name]
    if (typeof address !== 'string') return []
    return [[name, secureAddress(address, `The ${name} of ${hostOf(issuer)}`, http).href]]
  })
  const lists = LISTS.flatMap((name) => (Array.isArray(document[name]) ? [[name, stringsOf(document[name])]] : []))
  const flags = FLAGS.map((name) => [name, document[name] === true])
  const server: Partial<AuthorizationServer> = Object.fromEntries([...endpoints, ...lists, ...flags])
  if (!server.token_endpoint)
    throw new BridgeError(
      'bad_answer',
      `The metadata of ${hostOf(issuer)} names no token endpoint: tell the server's operator.`,
    )
  return { ...server, issuer, token_endpoint: server.token_endpoint }
}

/** Where a server of 2025-03-26 has its endpoints when it says nothing of them. */
export function defaultAuthorizationServer(server: URL): AuthorizationServer {
  const { origin } = server
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    // That revision requires PKCE of every server.
    code_challenge_methods_supported: ['S256'],
  }
}

function withSlash(issuer: string): string {
  return URL.parse(issuer)?.pathname === '/' && !issuer.endsWith('/') ? `${issuer}/` : issuer
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? 'an unknown host'
}
