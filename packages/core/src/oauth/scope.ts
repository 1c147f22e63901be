import { rightsOf } from '../access/rights.ts'
import { oauthScope, parseScope, type Scope } from '../access/scopes.ts'
import type { Settings } from '../settings.ts'
import { NO_PLAN } from '../workspaces/plans.ts'
import { OAuthError } from './error.ts'

/** Of OpenID Connect: clients add them out of habit, and they grant nothing here. */
const IGNORED = new Set(['openid', 'profile', 'email', 'offline_access'])

/**
 * Reads a `scope` parameter (RFC 6749 section 3.3), in either form of the names.
 * @param allowed what may be asked for; all of it when nothing is asked for
 * @throws OAuthError `invalid_scope`
 */
export function requestedScopes(scope: string | undefined, allowed: readonly Scope[]): Scope[] {
  const names = (scope ?? '').split(' ').filter((name) => name !== '' && !IGNORED.has(name))
  if (names.length === 0) return [...allowed]
  const scopes = names.map((name) => {
    const known = parseScope(name)
    if (known && allowed.includes(known)) return known
    throw new OAuthError('invalid_scope', 'The scope is unknown, or exceeds what the client may request')
  })
  return [...new Set(scopes)]
}

/** What was granted, as far as the person's role and the plan of the workspace allow it at this moment. */
export function scopesNow(
  { plans }: Pick<Settings, 'plans'>,
  granted: { scopes: readonly string[]; role: string; plan: string },
): Scope[] {
  if (!(plans[granted.plan] ?? NO_PLAN).entitlements.includes('api-access')) return []
  const rights = rightsOf(granted.role)
  // Only scopes are ever granted.
  return (granted.scopes as Scope[]).filter((scope) => rights.has(scope))
}

/** As OAuth messages show scopes: underscore names, separated by spaces. */
export function scopeText(scopes: readonly string[]): string {
  return scopes.map(oauthScope).join(' ')
}
