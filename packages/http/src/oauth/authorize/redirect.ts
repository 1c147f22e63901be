import type { OAuthError, Settings } from '@handrail/core'
import type { FastifyReply } from 'fastify'

interface Target {
  redirect_uri: string
  state: string | null
}

/** Sends the person back with a code (RFC 6749 section 4.1.2). */
export function redirectWithCode(settings: Settings, reply: FastifyReply, target: Target, code: string): FastifyReply {
  return redirect(settings, reply, target, { code })
}

/** Sends the person back with what is wrong (RFC 6749 section 4.1.2.1). */
export function redirectWithError(
  settings: Settings,
  reply: FastifyReply,
  target: Target,
  { code, message }: Pick<OAuthError, 'code' | 'message'>,
): FastifyReply {
  return redirect(settings, reply, target, { error: code, error_description: message })
}

/** By GET, whatever the method of the request was: a 307 would forward our form (RFC 9700 section 4.12). */
function redirect(
  { publicUrl }: Settings,
  reply: FastifyReply,
  { redirect_uri, state }: Target,
  answer: Record<string, string>,
): FastifyReply {
  // `iss` tells a client that uses several servers whose answer this is (RFC 9207).
  const parameters = { ...answer, ...(state === null ? {} : { state }), iss: publicUrl }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // The registered address stays as it is, query included.
  const location = `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query.join('&')}`
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 303)
}
