import { type Context, claimAssertion, type KnownClient } from '@handrail/core/internal'
import { ASSERTION_ALGORITHMS } from '../metadata.ts'

const MAX_SECONDS = 600
const TOLERANCE_SECONDS = 30

/**
 * Whether an assertion comes from the client, is intended for this server, is fresh, and was not used before (RFC 7523 section 3).
 * It is verified with keys that the client has registered, never with keys that the assertion itself names.
 */
export async function verifyAssertion(context: Context, client: KnownClient, assertion: string): Promise<boolean> {
  if (!client.jwks) return false
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const { publicUrl } = context.settings
  const now = new Date(context.now())
  const verified = await jwtVerify(
    assertion,
    createLocalJWKSet(client.jwks as Parameters<typeof createLocalJWKSet>[0]),
    {
      algorithms: ASSERTION_ALGORITHMS,
      issuer: client.id,
      subject: client.id,
      audience: [publicUrl, `${publicUrl}/oauth/token`],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    },
  ).catch(() => undefined)
  const { exp = 0, jti, aud } = verified?.payload ?? {}
  // Exactly one audience: otherwise another server that got the assertion could replay it here.
  if (!jti || [aud].flat().length !== 1) return false
  if (exp > now.getTime() / 1000 + MAX_SECONDS) return false
  const expires_at = new Date((exp + TOLERANCE_SECONDS) * 1000).toISOString()
  await claimAssertion(context, { client_id: client.id, jti, expires_at })
  return true
}
