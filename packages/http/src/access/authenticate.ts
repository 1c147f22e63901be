import { AppError, type Audience, type Caller, type Handrail } from '@handrail/core'
import { type Context, recordRefusedKey } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressed, visitorOf } from './client-address.ts'
import { type Authenticate, incomingRequest } from './own-callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's context; undefined until `authenticate` has run. */
    context: Context | undefined
  }
}

/** RFC 6750 section 2.1; the name of the scheme has no case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i

/** Declares the property of requests that holds the caller's context. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('context', undefined)
}

/**
 * The context of the caller: the one that the embedding program knows, or the one whose token the Authorization header carries, for one audience: the REST API or the MCP
 * endpoint. A token in the query is ignored: addresses end up in logs and histories (RFC 6750 section 5.3).
 * @throws AppError `authentication_required`, `invalid_token`, `token_expired`, `forbidden`
 */
export async function authenticate(
  { handrail, own }: { handrail: Handrail; own: Authenticate | undefined },
  request: FastifyRequest,
  audience: Audience,
): Promise<Context> {
  const bound = await own?.(incomingRequest(request))
  if (bound) return addressed(bound.context, request)
  const { authorization } = request.headers
  if (authorization === undefined)
    throw new AppError('authentication_required', 'Send an access token in the Authorization header: Bearer <token>')
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined)
    throw new AppError('authentication_required', 'The Authorization header must be: Bearer <token>')
  try {
    return addressed(await handrail.authenticate(token, audience), request)
  } catch (error) {
    if (error instanceof AppError && REFUSED.includes(error.code))
      await recordKey(handrail, request, { token, audience })
    throw error
  }
}

const REFUSED: readonly string[] = ['invalid_token', 'token_expired']

/** The workspace of a key that was revoked or has expired is told that it is still used. */
async function recordKey(handrail: Handrail, request: FastifyRequest, used: { token: string; audience: Audience }) {
  const { context } = visitorOf(handrail, request)
  await recordRefusedKey(context, used)
}

export function callerOf(request: FastifyRequest): Caller | undefined {
  return request.context?.caller
}
