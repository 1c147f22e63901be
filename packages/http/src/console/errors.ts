import type { AppError } from '@handrail/core'
import type { ErrorForm } from '../server/errors.ts'

/** The error format of the console's API: that of REST, with the codes of field errors and the reason, for translation. */
export const FIELD_ERRORS: ErrorForm = {
  body: ({ code: type, message, errors, codes, reason, retryAfter: retry_after }: AppError, { id: request_id }) =>
    JSON.stringify({ error: { type, message, errors, codes, reason, retry_after, request_id } }),
}
