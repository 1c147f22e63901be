import { BridgeError } from '../../errors/bridge-error.ts'
import type { HttpOptions } from '../http.ts'
import {
  type AuthorizationServer,
  defaultAuthorizationServer,
  findAuthorizationServer,
} from './authorization-server.ts'
import { findProtectedResource } from './protected-resource.ts'

/** Who gives tokens for a server, and for what. */
export interface Discovered {
  server: AuthorizationServer
  /** As the metadata has it; undefined where there is none. */
  resource: string | undefined
  scopesSupported: readonly string[] | undefined
  /** Whether the MCP server says that it takes only tokens that are bound to a key. */
  requiresDpop: boolean
  /** Whether the endpoints are a guess, because the server says nothing of them. */
  isGuess: boolean
}

/** @param pinned the issuer of the first sign-in, preferred where the server names several */
export async function discover(
  http: HttpOptions,
  url: URL,
  challenged: string | undefined,
  pinned: string | undefined,
): Promise<Discovered> {
  const found = await findProtectedResource(http, url, challenged)
  const named = found?.authorizationServers ?? []
  const issuer = named.find((name) => name === pinned) ?? named[0]
  const { resource, scopesSupported, requiresDpop = false } = found ?? {}
  const common = { resource, scopesSupported, requiresDpop }
  if (issuer !== undefined) {
    const server = await findAuthorizationServer(http, issuer)
    if (server) return { ...common, server, isGuess: false }
    throw new BridgeError(
      'no_oauth',
      `The authorization server of ${url.host} (${URL.parse(issuer)?.host ?? 'no address'}) publishes no metadata: tell the server's operator.`,
    )
  }
  // 2025-03-26: the MCP server's own host is the authorization server.
  const server = await findAuthorizationServer(http, url.origin)
  return { ...common, server: server ?? defaultAuthorizationServer(url), isGuess: !server }
}

/** RFC 7636 and the MCP specification: without S256 a stolen code would be worth something. */
export function requirePkce({ issuer, code_challenge_methods_supported: methods }: AuthorizationServer): void {
  if (methods?.includes('S256')) return
  throw new BridgeError(
    'no_pkce',
    `The authorization server ${URL.parse(issuer)?.host} does not say that it supports PKCE with S256, so signing in there is refused: tell its operator.`,
  )
}
