import { AppError, ERROR_STATUS, type ErrorCode } from '@handrail/core'
import { oauthScope } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from './log.ts'
import { logFault } from './log-fault.ts'
import { requestIdOf } from './request-id.ts'

const REALM = 'handrail'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** The default of Retry-After. */
export const RETRY_SECONDS = 5

/** Error codes by the status of requests that Fastify itself refuses. */
const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The request is malformed'],
  404: ['not_found', 'The requested resource does not exist'],
  413: ['payload_too_large', 'The request body is too large'],
  415: ['unsupported_media_type', 'The request body must be sent as application/json'],
}

/** An update replaces files of a program that runs, and an installation can be incomplete. */
const MISSING = 'A part of the program is missing. Restart the service if it was updated, or else install it again'

/** The body of every error response. */
export function errorBody(error: AppError, request_id: string): string {
  const { code: type, message, errors, refusal: code, enrollment_id, current } = error
  return JSON.stringify({ error: { type, message, errors, code, enrollment_id, current, request_id } })
}

/**
 * The error as clients see it. For unexpected errors, it does not mention the cause.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    return new AppError('unavailable', MISSING, { cause: error })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const [code, message] = BY_STATUS[status] ?? ['internal_error', 'Something went wrong. Tell us the request_id']
  return new AppError(code, message, { cause: error })
}

/** The error format of a part of the service. */
export interface ErrorForm {
  /** The required tokens, for challenges. */
  readonly resource?: ProtectedResource
  body(error: AppError, request: FastifyRequest): string
}

const REST_ERRORS: ErrorForm = { body: (error, { id }) => errorBody(error, id) }

/** Responds with an error, and logs it if the client did not cause it. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  logger: Logger,
  form: ErrorForm = REST_ERRORS,
): void {
  const error = toAppError(thrown)
  const status = ERROR_STATUS[error.code]
  if (status >= 500 && !hasGone(request, error)) logFault(logger, { request_id: request.id, thrown, error })
  if (status === 401 || status === 403) reply.header('www-authenticate', challenge(error, form.resource))
  const later = error.retryAfter ?? (status === 429 || status === 503 ? RETRY_SECONDS : undefined)
  if (later !== undefined) reply.header('retry-after', later)
  // The rest of the body is read and dropped: closing the connection while the client still sends would lose the response.
  if (status === 413) reply.removeHeader('connection')
  reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(form.body(error, request))
}

/** Whether the error only tells that the client has gone, which is no fault: what was left of its request was dropped. */
export function hasGone({ isClosed }: FastifyRequest, { code }: AppError): boolean {
  return isClosed && code === 'unavailable'
}

/** The parameters of a challenge beyond the realm (RFC 9728 section 5.1). */
interface ProtectedResource {
  /** Address of the metadata that names the authorization server. */
  readonly metadata: string
  /** The scopes that a client without a token should request, in colon form. */
  readonly scopes: readonly string[]
}

/** The challenge of RFC 6750 section 3. A request without a token gets no `error`, as section 3.1 requires. */
function challenge({ code, message, scopes }: AppError, resource?: ProtectedResource): string {
  const parameters = [`realm="${REALM}"`]
  if (resource) parameters.push(`resource_metadata="${resource.metadata}"`)
  // MCP clients react to insufficient_scope by requesting more scopes, which does not help if none is missing.
  if (code !== 'authentication_required' && !(resource && code === 'forbidden')) {
    const error = ERROR_STATUS[code] === 403 ? 'insufficient_scope' : 'invalid_token'
    parameters.push(`error="${error}"`, `error_description="${quotable(message)}"`)
  }
  const wanted = scopes ?? (ERROR_STATUS[code] === 401 ? resource?.scopes : undefined)
  if (wanted) parameters.push(`scope="${wanted.map(oauthScope).join(' ')}"`)
  return `Bearer ${parameters.join(', ')}`
}

/** The characters that `error_description` may have (RFC 6749 section 5.2, RFC 6750 section 3). */
export function quotable(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
}

export function answerErrors(app: FastifyInstance, logger: Logger): void {
  // By itself, Node answers an unknown Expect header without a body (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    const request_id = requestIdOf(request)
    const refused = new AppError('invalid_request', 'The expectation in the Expect header is not supported')
    const body = errorBody(refused, request_id)
    response.setHeader('content-type', JSON_TYPE).setHeader('x-request-id', request_id)
    response.writeHead(417, { 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body) }).end(body)
    logger.info({ request_id, method: request.method, status: 417 }, 'request')
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, logger))
}
