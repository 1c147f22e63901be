import type { Settings } from '@handrail/core'
import type { OAuthError } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'

interface Target {
  redirect_uri: string
  state: string | null
}

/** Sends the person back with a code (RFC 6749 section 4.1.2). */
export function redirectWithCode(settings: Settings, reply: FastifyReply, target: Target, code: string): FastifyReply {
  return send(reply, addressWith(settings, target, { code }))
}

/** Sends the person back with an error (RFC 6749 section 4.1.2.1). */
export function redirectWithError(
  settings: Settings,
  reply: FastifyReply,
  target: Target,
  error: Pick<OAuthError, 'code' | 'message'>,
): FastifyReply {
  return send(reply, addressWithError(settings, target, error))
}

/** The redirect address with the error. */
export function addressWithError(
  settings: Settings,
  target: Target,
  { code, message }: Pick<OAuthError, 'code' | 'message'>,
): string {
  return addressWith(settings, target, { error: code, error_description: message })
}

function addressWith({ publicUrl }: Settings, { redirect_uri, state }: Target, answer: Record<string, string>): string {
  // `iss` identifies the authorization server to clients of several servers (RFC 9207).
  const parameters = { ...answer, ...(state === null ? {} : { state }), iss: publicUrl }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // The registered address stays as it is, query included.
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query.join('&')}`
}

/** By GET, whatever the method of the request was: a 307 would forward our form (RFC 9700 section 4.12). */
function send(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 303)
}
