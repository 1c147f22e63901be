import {
  ASSERTION_ALGORITHMS,
  type Context,
  claimAssertion,
  findClientKey,
  type KnownClient,
  OAuthError,
  thumbprintOf,
} from '@handrail/core/internal'
import type { JWTPayload } from 'jose'

const MAX_SECONDS = 600
const TOLERANCE_SECONDS = 30
const MAX_JTI = 255

/**
 * Verifies that an assertion comes from the client, is intended for this server, is fresh, and was not used before (RFC 7523
 * section 3), with a key that the client has registered.
 * @returns the thumbprint of the key
 * @throws OAuthError `invalid_client`
 */
export async function verifyAssertion(context: Context, client: KnownClient, assertion: string): Promise<string> {
  const { decodeProtectedHeader, importJWK, jwtVerify } = await import('jose')
  const { alg, kid } = decodeProtectedHeader(assertion)
  if (!ASSERTION_ALGORITHMS.some((known) => known === alg))
    throw refused(
      `The client_assertion must be signed with one of ${ASSERTION_ALGORITHMS.join(', ')}: none and shared secrets are not accepted`,
    )
  const key = await findClientKey(context, client, { alg, kid })
  const now = new Date(context.now())
  const imported = await importJWK(key, alg).catch(keyRefused)
  const { payload } = await jwtVerify(assertion, imported, {
    algorithms: [...ASSERTION_ALGORITHMS],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: now,
  }).catch(signatureRefused)
  const problem = problemOf(payload, { client_id: client.id, publicUrl: context.settings.publicUrl, now })
  if (problem) throw refused(problem)
  const { exp = 0, jti = '' } = payload
  const expires_at = new Date((exp + TOLERANCE_SECONDS) * 1000).toISOString()
  await claimAssertion(context, { client_id: client.id, jti, expires_at })
  return thumbprintOf(key)
}

interface Expected {
  client_id: string
  publicUrl: string
  now: Date
}

/** The problem of the claims of a verified assertion as a sentence. */
function problemOf(
  { iss, sub, aud, exp, iat, jti }: JWTPayload,
  { client_id, publicUrl, now }: Expected,
): string | undefined {
  const seconds = now.getTime() / 1000
  const audiences = [aud].flat()
  const own = [publicUrl, `${publicUrl}/oauth/token`]
  if (iss !== client_id || sub !== client_id) return 'iss and sub of the client_assertion must be the client_id'
  // Exactly one audience: otherwise another server that got the assertion could replay it here.
  if (audiences.length !== 1 || !own.some((audience) => audience === audiences[0]))
    return `aud of the client_assertion must be ${own.join(' or ')}, and nothing else`
  if (exp === undefined) return 'exp of the client_assertion is missing: set it to at most ten minutes from now'
  if (exp > seconds + MAX_SECONDS)
    return 'exp of the client_assertion is more than ten minutes from now: sign one for each request, and check the clock'
  if (iat !== undefined && iat > seconds + TOLERANCE_SECONDS)
    return 'iat of the client_assertion is in the future: check the clock'
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI)
    return `jti of the client_assertion must be a unique text of 1 to ${MAX_JTI} characters`
  return undefined
}

function keyRefused(cause: unknown): never {
  throw refused('The key of the client cannot verify a signature: register another one', cause)
}

function signatureRefused(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const claim = cause instanceof Error && 'claim' in cause ? cause.claim : undefined
  if (code === 'ERR_JWT_EXPIRED')
    throw refused('The client_assertion has expired: sign one for each request, and check the clock', cause)
  if (claim === 'nbf') throw refused('nbf of the client_assertion is in the future: check the clock', cause)
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED')
    throw refused('The signature of the client_assertion does not match the registered key', cause)
  throw refused('The client_assertion is not a valid JWT: check its header, and that its times are numbers', cause)
}

function refused(description: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid_client', description, cause)
}
