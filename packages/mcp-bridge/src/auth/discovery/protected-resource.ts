import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject, stringsOf } from '../../json.ts'
import { get, type HttpOptions } from '../http.ts'
import { secureAddress } from '../secure-address.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The metadata of a protected resource (RFC 9728 section 2) that a client needs. */
export interface ProtectedResource {
  /** Exactly as written, since it is what is sent as `resource`. */
  resource: string
  authorizationServers: readonly string[]
  scopesSupported: readonly string[] | undefined
  /** Whether it takes only tokens that are bound to a key (RFC 9449). */
  requiresDpop: boolean
}

/**
 * Looks where the challenge points, then at the well-known place of the path, then at that of the host.
 * @returns undefined where a server has none, like those of 2025-03-26
 */
export async function findProtectedResource(
  http: HttpOptions,
  server: URL,
  challenged: string | undefined,
): Promise<ProtectedResource | undefined> {
  for (const address of addresses(server, challenged)) {
    const url = secureAddress(address, 'The address of the metadata of the server', http)
    const { status, text } = await get(http, url)
    const document = status === 200 ? parseObject(text) : undefined
    if (typeof document?.resource === 'string') return check(server, document.resource, document)
  }
  return undefined
}

function addresses(server: URL, challenged: string | undefined): Set<string> {
  const path = server.pathname.replace(/\/$/, '')
  const wellKnown = [`${WELL_KNOWN}${path}${server.search}`, WELL_KNOWN].map((place) => server.origin + place)
  return new Set([...(challenged ? [challenged] : []), ...wellKnown])
}

/** RFC 9728 section 3.3: metadata of another resource would send this server's tokens elsewhere. */
function check(server: URL, resource: string, document: Record<string, unknown>): ProtectedResource {
  const url = URL.parse(resource)
  if (!url || url.hash || !covers(url, server))
    throw new BridgeError(
      'resource_mismatch',
      `The metadata of ${server.host} describes another resource (${url?.origin ?? 'not an address'}${url?.pathname ?? ''}): use that address, or tell the server's operator.`,
    )
  return {
    resource,
    authorizationServers: stringsOf(document.authorization_servers) ?? [],
    scopesSupported: stringsOf(document.scopes_supported),
    requiresDpop: document.dpop_bound_access_tokens_required === true,
  }
}

/** The same address, or one above it. */
function covers(resource: URL, server: URL): boolean {
  if (resource.origin !== server.origin) return false
  const above = resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`
  return `${server.pathname}/`.startsWith(above)
}
