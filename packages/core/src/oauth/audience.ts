import { trimEnds } from '../records/text.ts'
import type { Settings } from '../settings.ts'
import { invalidGrant, OAuthError } from './error.ts'

/** The resource of the MCP endpoint, which a token can be restricted to. */
export function mcpResource({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}/mcp`
}

/** Whether an audience belongs to this instance: a copy of the database under another address accepts no tokens. */
export function isOwnResource(settings: Pick<Settings, 'publicUrl'>, resource: string): boolean {
  return resource === settings.publicUrl || resource === mcpResource(settings)
}

/**
 * Parses `resource` parameters (RFC 8707 section 2). Clients write the same address in several ways: with a trailing
 * slash, with capitals in the host, with a query.
 * @returns the audience: the whole instance, or its MCP endpoint only
 * @throws OAuthError `invalid_target`
 */
export function requestedResource(settings: Pick<Settings, 'publicUrl'>, given: readonly string[]): string {
  const resources = new Set(given.map((uri) => canonical(settings, uri)))
  const [only] = resources
  return resources.size === 1 && only !== undefined ? only : settings.publicUrl
}

/** The resource of a grant, or a narrower one. @throws OAuthError `invalid_target`, `invalid_grant` */
export function narrowedResource(
  settings: Pick<Settings, 'publicUrl'>,
  granted: string,
  given: readonly string[],
): string {
  if (!isOwnResource(settings, granted)) throw invalidGrant()
  if (given.length === 0) return granted
  const resource = requestedResource(settings, given)
  if (granted === settings.publicUrl || resource === granted) return resource
  throw invalidTarget()
}

function canonical(settings: Pick<Settings, 'publicUrl'>, uri: string): string {
  const url = URL.parse(uri)
  if (!url || uri.includes('#') || url.username || url.password) throw invalidTarget()
  const address = trimEnds(`${url.origin}${url.pathname}`, '/')
  const known = [settings.publicUrl, mcpResource(settings)].find((own) => own.toLowerCase() === address.toLowerCase())
  if (known === undefined) throw invalidTarget()
  return known
}

function invalidTarget(): OAuthError {
  return new OAuthError('invalid_target', 'This server issues no tokens for the resource')
}
