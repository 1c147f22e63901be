import { AppError } from '@handrail/core'
import { OAuthError } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { quotable, RETRY_SECONDS } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { logFault } from '../server/log-fault.ts'
import { MAX_BYTES } from './parameters.ts'

/** Responds with the errors of RFC 6749 section 5.2 in all cases: OAuth clients know no others. */
export function answerOauthErrors(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((thrown, request, reply) => {
    const { error, status, retryAfter } = oauthErrorOf(thrown)
    if (status >= 500) logFault(logger, { request_id: request.id, thrown, error })
    if (status === 429 || status === 503) reply.header('retry-after', retryAfter ?? RETRY_SECONDS)
    // With other statuses, clients take a challenge for the error and ignore the body.
    if (status === 401 && usedHeader(request)) reply.header('www-authenticate', 'Basic realm="handrail"')
    return noStore(reply.code(status)).send({ error: error.code, error_description: quotable(error.message) })
  })
}

/** Forbids caching, for answers that hold secrets (RFC 6749 section 5.1). */
export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
}

interface Answer {
  error: OAuthError
  status: number
  retryAfter?: number | undefined
}

function oauthErrorOf(thrown: unknown): Answer {
  if (thrown instanceof OAuthError) return { error: thrown, status: thrown.code === 'invalid_client' ? 401 : 400 }
  const { status, message, retryAfter } = thrown instanceof AppError ? thrown : frameworkError(thrown)
  if (status === 429 || status === 503)
    return { error: new OAuthError('temporarily_unavailable', message, thrown), status, retryAfter }
  if (status === 413)
    return {
      error: new OAuthError('invalid_request', `The body has more than ${MAX_BYTES / 1024} KiB`, thrown),
      status,
    }
  if (status >= 500) return { error: new OAuthError('server_error', 'Something went wrong', thrown), status: 500 }
  return { error: new OAuthError('invalid_request', message, thrown), status: 400 }
}

/** Errors of Fastify before a handler runs have a status; errors without one are internal. */
function frameworkError(thrown: unknown) {
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500
  return { status, message: 'The request is malformed', retryAfter: undefined }
}

function usedHeader({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined
}
