import {
  codesOf,
  type FieldErrorCode,
  type FieldErrors,
  fieldError,
  limitedErrors,
  sentencesOf,
  textsOf,
} from './field-errors.ts'

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
  precondition_required: 428,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

/** The code of an `AppError`: a closed list, which also defines the HTTP status. */
export type ErrorCode = keyof typeof ERROR_STATUS

/** The reason of a rejection beyond the code: used to translate errors. */
export type Reason =
  | 'another_form'
  | 'another_host'
  | 'another_invited'
  | 'another_site'
  | 'application_incomplete'
  | 'application_undescribed'
  | 'application_unknown'
  | 'application_unregistered_address'
  | 'confirmation_over'
  | 'confirmation_stale'
  | 'consent_over'
  | 'consent_without_permission'
  | 'draft_changed'
  | 'file_ended_process'
  | 'file_too_large'
  | 'file_too_long'
  | 'file_took_too_long'
  | 'file_took_too_much_memory'
  | 'file_unreadable'
  | 'has_account'
  | 'has_enrollments'
  | 'idempotency_key_in_use'
  | 'invitation_over'
  | 'last_workspace'
  | 'mail_server_demo'
  | 'mail_server_environment'
  | 'mail_server_several_workspaces'
  | 'moves_under_way'
  | 'never_published'
  | 'no_mail_server'
  | 'no_member'
  | 'no_page'
  | 'no_second_factor'
  | 'no_storage'
  | 'not_in_plan'
  | 'owner_keeps_role'
  | 'owner_no_more'
  | 'password_link_over'
  | 'sample_already'
  | 'second_factor_already'
  | 'set_up_already'
  | 'set_up_link_over'
  | 'sign_in_over'
  | 'submission_changed'
  | 'too_many_at_a_time'
  | 'too_many_attempts'
  | 'too_many_imports'
  | 'too_many_views'
  | 'wrong_code'
  | 'wrong_password'

/** The causes that programs react to. `idempotency_key_in_use`: the same request still runs, so it can be sent again later. */
export const REFUSALS = ['already_enrolled', 'idempotency_key_in_use'] as const
type Refusal = (typeof REFUSALS)[number]

interface AppErrorDetails {
  reason?: Reason
  /** Only with `validation_error`. */
  fieldErrors?: FieldErrors
  /** With `validation_error`: the open enrollment of a contact who is already enrolled. */
  enrollment_id?: string | undefined
  /** With `conflict`: what has changed, as it is now. */
  current?: unknown
  /** With `insufficient_scope`: the scopes that the operation needs, in colon form. */
  scopes?: readonly string[]
  /** Seconds after which to try again (`rate_limited`, `unavailable`, `conflict` with a request that still runs). */
  retryAfter?: number
  cause?: unknown
}

/** The only error that the domain throws on purpose; anything else is a bug and becomes `internal_error`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The problem of each field with a code. Only with `validation_error`. */
  readonly fieldErrors: FieldErrors | undefined
  readonly reason: Reason | undefined
  readonly enrollment_id: string | undefined
  readonly current: unknown
  readonly scopes: readonly string[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.fieldErrors = details.fieldErrors
    this.reason = details.reason
    this.enrollment_id = details.enrollment_id
    this.current = details.current
    this.scopes = details.scopes
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  /** What programs react to, where the code leaves it open. */
  get refusal(): Refusal | undefined {
    if (this.reason === 'idempotency_key_in_use') return this.reason
    return Object.values(this.codes ?? {}).find((code) => code === 'already_enrolled')
  }

  /** The texts of the field errors, by field. */
  get errors(): Record<string, string[]> | undefined {
    return this.fieldErrors && textsOf(this.fieldErrors)
  }

  /** The code of the first problem of each field. */
  get codes(): Record<string, FieldErrorCode> | undefined {
    return this.fieldErrors && codesOf(this.fieldErrors)
  }
}

/** The same response for missing, malformed and foreign ids, so that ids cannot be probed. */
export function notFound(): AppError {
  return new AppError('not_found', 'The requested resource does not exist')
}

/** Returns the record. @throws AppError `not_found` if it is undefined */
export function existing<T>(found: T | undefined): T {
  if (found === undefined) throw notFound()
  return found
}

/**
 * Refuses what the state of a record does not allow (422). `conflict` (409) is for what a client may send again as it is, or after
 * it has read anew: a request that still runs, and a stale revision.
 * @param field the field that asks for it; `base` for the request as a whole
 */
export function wrongState(message: string, { field = 'base', reason }: WrongState = {}): AppError {
  const fieldErrors = { [field]: fieldError('wrong_state', message) }
  return new AppError('validation_error', message, { fieldErrors, ...(reason && { reason }) })
}

interface WrongState extends Pick<AppErrorDetails, 'reason'> {
  field?: string
}

/** Reports all problems, one sentence each, and the number of others beyond `MAX_FIELD_ERRORS` fields. */
export function validationError(
  fieldErrors: FieldErrors,
  details: Pick<AppErrorDetails, 'reason' | 'enrollment_id' | 'cause'> = {},
): AppError {
  const { shownErrors, omitted } = limitedErrors(fieldErrors)
  const more = omitted === 0 ? [] : [`and ${omitted} more`]
  return new AppError('validation_error', [...sentencesOf(shownErrors), ...more].join(', '), {
    ...details,
    fieldErrors: shownErrors,
  })
}
