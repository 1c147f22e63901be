import type { Entry, Tokens } from '../../store/credentials.ts'
import type { AccessToken } from '../authorization.ts'
import { proofOf } from '../dpop.ts'
import { splitScope } from './scopes.ts'

/** A token is refreshed a minute before it expires, or after four fifths of a shorter life. */
const EARLY = 60_000
const EARLY_PART = 0.2

export function accessToken({ access_token: value, scope, dpop_key: key }: Tokens): AccessToken {
  return {
    value,
    scopes: scope === undefined ? undefined : splitScope(scope),
    ...(key && { proof: (request) => proofOf(key, { ...request, token: value }) }),
  }
}

/** The token to send; one made by hand comes first. */
export function storedToken(entry: Entry | undefined): AccessToken | undefined {
  const { static_token: made, tokens } = entry?.credentials ?? {}
  if (made) return { value: made, scopes: undefined }
  return tokens && accessToken(tokens)
}

/** Whether it is time to refresh. A token whose lifetime is unknown is valid until the server says otherwise. */
export function isDue({ expires_at: end, obtained_at: start }: Tokens, now: number): boolean {
  return end !== undefined && now >= end - Math.min(EARLY, (end - start) * EARLY_PART)
}

export function isExpired({ expires_at: end }: Tokens, now: number): boolean {
  return end !== undefined && now >= end
}
