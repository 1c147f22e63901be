/** The body of an error response. */
export interface ErrorBody {
  type: string
  message: string
  /** The errors of each field: a message in English, and a code for translation. */
  errors?: Record<string, string[]>
  codes?: Record<string, string>
  /** The reason of the refusal, if the type of the error does not tell. */
  reason?: string
  /** What the form itself found, by field: sentences in the language of the reader. */
  sentences?: Record<string, string>
  retry_after?: number
  request_id?: string
}

/** A refusal of the door, or no answer at all: then the status is 0. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** The error of a form that is not sent. @param sentence what to do, in the language of the reader */
export function unsent(field: string, sentence: string): CallError {
  return new CallError(422, { type: 'validation_error', message: sentence, sentences: { [field]: sentence } })
}

/** Whether it is worth trying again by itself: nobody answered, or the server had too much to do. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 502)
}

/** Whether the role does not allow it: then there is nothing to try again. */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.status === 403
}

/** Whether the record does not exist, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}
