import { rightsOf } from '../access/rights.ts'
import { oauthScope, parseScope, type Scope } from '../access/scopes.ts'
import type { Settings } from '../settings.ts'
import { NO_PLAN } from '../workspaces/plans.ts'
import { OAuthError } from './error.ts'

/** Scopes of OpenID Connect: clients request them by habit, and they have no effect. */
const IGNORED = new Set(['openid', 'profile', 'email', 'offline_access'])

/**
 * Parses a `scope` parameter (RFC 6749 section 3.3), in either form of the names.
 * @param allowed the scopes that may be requested, which are the default
 * @throws OAuthError `invalid_scope`
 */
export function requestedScopes(scope: string | undefined, allowed: readonly Scope[]): Scope[] {
  const names = (scope ?? '').split(' ').filter((name) => name !== '' && !IGNORED.has(name))
  if (names.length === 0) return [...allowed]
  const scopes = names.map((name) => {
    const known = parseScope(name)
    if (known && allowed.includes(known)) return known
    throw new OAuthError(
      'invalid_scope',
      'The scope is unknown, or exceeds what the client may request: request registered scopes, or omit it for all of them',
    )
  })
  return [...new Set(scopes)]
}

/** The granted scopes that the current role of the person and the plan of the workspace allow. */
export function scopesNow(
  { plans }: Pick<Settings, 'plans'>,
  granted: { scopes: readonly string[]; role: string; plan: string },
): Scope[] {
  if (!(plans[granted.plan] ?? NO_PLAN).entitlements.includes('api-access')) return []
  const rights = rightsOf(granted.role)
  // Only scopes are granted.
  return (granted.scopes as Scope[]).filter((scope) => rights.has(scope))
}

/** Scopes in OAuth messages: underscore names, separated by spaces. */
export function scopeText(scopes: readonly string[]): string {
  return scopes.map(oauthScope).join(' ')
}
