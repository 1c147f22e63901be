import type { Credentials } from '../../store/credentials.ts'
import type { Refusal } from '../authorization.ts'
import type { Discovered } from '../discovery/discover.ts'
import type { DpopMode } from '../dpop.ts'

interface Known {
  mode: DpopMode | undefined
  credentials: Credentials | undefined
  refusal: Refusal | undefined
}

/**
 * Whether a sign-in binds its tokens to a key: where the MCP server's own metadata asks for that (RFC 9728 section 2). An
 * authorization server that offers it says nothing of the servers it gives tokens for. Where one refuses a bound token
 * without a challenge for such, the next sign-in is without, and so are those after it until that is refused as well.
 */
export function bindsTokens(
  { requiresDpop }: Pick<Discovered, 'requiresDpop'>,
  { mode = 'auto', credentials, refusal }: Known,
): boolean {
  if (mode !== 'auto') return mode === 'always'
  if (!requiresDpop) return false
  const held = credentials?.tokens
  if (!held || refusal?.token !== held.access_token) return !credentials?.refuses_dpop
  return held.dpop_key === undefined || /\bdpop\s+\w+=/i.test(refusal.challenge ?? '')
}

/** Whether it was found out that a server asks for bound tokens and takes none: what is stored with those that it takes. */
export function refusesDpop(
  { requiresDpop, bindsTokens }: Pick<Discovered, 'requiresDpop'> & { bindsTokens: boolean },
  { dpop }: { dpop?: DpopMode | undefined },
): boolean {
  return dpop !== 'never' && requiresDpop && !bindsTokens
}
