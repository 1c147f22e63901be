import type { AppError } from '@handrail/core'
import type { ErrorForm } from '../server/errors.ts'

/** What the console is told of a failure: as REST says it, with the code of each field's fault and the reason, to say it anew. */
export const FIELD_ERRORS: ErrorForm = {
  body: ({ code: type, message, errors, codes, reason, retryAfter: retry_after }: AppError, { id: request_id }) =>
    JSON.stringify({ error: { type, message, errors, codes, reason, retry_after, request_id } }),
}
