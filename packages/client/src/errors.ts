/** The `error` of an answer. */
interface ErrorBody {
  type: string
  code?: string
  message: string
  errors?: Record<string, string[]>
  enrollment_id?: string
  request_id?: string
}

interface ErrorDetails {
  status?: number
  body?: Partial<ErrorBody> | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/** Any error of the client. Its classes follow the `code`. */
export class HandrailError extends Error {
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** The code of the answer, such as `not_found`; `connection_failed`, `timeout` or `unexpected_answer` without one. */
  readonly code: string
  readonly requestId: string | undefined
  /** Problems by field, for `validation_error`. */
  readonly errors: Record<string, string[]> | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, { status, body = {}, retryAfter, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    // Not the name of the class, which minifiers change.
    this.name = 'HandrailError'
    this.status = status
    this.code = code
    this.requestId = body.request_id
    this.errors = body.errors
    this.retryAfter = retryAfter
  }
}

/** 400, 405, 413, 415: the request is malformed or too large. */
export class InvalidRequestError extends HandrailError {}
/** 401: the token is missing, unknown, revoked or expired. */
export class AuthenticationError extends HandrailError {}
/** 403: the token lacks the scope, or the plan does not allow it. */
export class PermissionError extends HandrailError {}
/** 404. */
export class NotFoundError extends HandrailError {}
/**
 * 409: the state of the record does not allow the change. With the code `idempotency_key_in_use`, a request with the same
 * idempotency key is still running.
 */
export class ConflictError extends HandrailError {}
/** 412: the record has changed since `ifMatch`. */
export class PreconditionFailedError extends HandrailError {}
/** 428: the request replaces what others may have changed, so it needs `ifMatch`. */
export class PreconditionRequiredError extends HandrailError {}
/** 422: `errors` has the problems by field. */
export class ValidationError extends HandrailError {}
/** 422: the contact has an open enrollment in the guide. */
export class AlreadyEnrolledError extends ValidationError {
  readonly enrollmentId: string

  constructor(code: string, message: string, details: ErrorDetails) {
    super(code, message, details)
    this.enrollmentId = details.body?.enrollment_id ?? ''
  }
}
/** 429. */
export class RateLimitError extends HandrailError {}
/** 5xx. */
export class ServerError extends HandrailError {}
/** There was no answer, or it ended early. */
export class ConnectionError extends HandrailError {}
/** There was no answer within the timeout. */
export class TimeoutError extends ConnectionError {}
/** The signature of a webhook is missing, wrong or too old. */
export class WebhookVerificationError extends HandrailError {}

const BY_STATUS: Record<number, typeof HandrailError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: ValidationError,
  428: PreconditionRequiredError,
  429: RateLimitError,
}

/** The error of an answer; `text` may come from a proxy, and be anything. */
export function errorOf({ status, headers }: Response, text: string): HandrailError {
  const body = bodyOf(text)
  const code = body?.code ?? body?.type ?? 'unexpected_answer'
  const other = status >= 500 ? ServerError : InvalidRequestError
  const Class = code === 'already_enrolled' ? AlreadyEnrolledError : (BY_STATUS[status] ?? other)
  const retryAfter = secondsOf(headers.get('retry-after'))
  return new Class(code, body?.message ?? `The server answered ${status}`, { status, body, retryAfter })
}

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    return JSON.parse(text)?.error
  } catch {
    // A page of a proxy.
    return undefined
  }
}

/** Seconds, or a time (RFC 9110 section 10.2.3). */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.max(0, (Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : seconds
}
