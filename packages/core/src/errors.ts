/** Every error code of the service and the HTTP status it stands for. The table is closed: callers switch on the code. */
export const ERROR_STATUS = {
  invalid_request: 400,
  authentication_required: 401,
  invalid_token: 401,
  token_expired: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Problems by field; a nested field is dotted (`metadata.plan`). The texts follow the field's name in a sentence. */
export type FieldErrors = Record<string, string[]>

interface AppErrorDetails {
  /** With `validation_error` alone. */
  errors?: FieldErrors
  /** With `insufficient_scope`: the scopes that the operation needs, in colon form. */
  scopes?: readonly string[]
  /** Seconds after which to try again (`rate_limited`, `unavailable`). */
  retryAfter?: number
  cause?: unknown
}

/** The one error that the domain throws on purpose; anything else is a fault of ours and becomes `internal_error`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  readonly scopes: readonly string[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.errors = details.errors
    this.scopes = details.scopes
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** The same answer for what is absent, malformed or in another workspace, so that nothing can be probed. */
export function notFound(): AppError {
  return new AppError('not_found', 'The requested resource does not exist')
}

/** `{first_name: ["can't be blank"]}` becomes "First name can't be blank". */
export function validationError(errors: FieldErrors): AppError {
  const sentences = Object.entries(errors).flatMap(([field, problems]) =>
    problems.map((problem) => `${humanName(field)} ${problem}`),
  )
  return new AppError('validation_error', sentences.join(', '), { errors })
}

/** What refers to a record is called like it. Other names that end in `_id`, such as `external_id`, mean the id. */
const REFERENCE = /^(contact|guide|organisation|user)_id$/

function humanName(field: string): string {
  const words = field.replace(REFERENCE, '$1').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
