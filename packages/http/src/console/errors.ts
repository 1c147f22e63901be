import type { AppError, FieldErrorCode, FieldErrors } from '@handrail/core'
import type { ErrorForm } from '../server/errors.ts'

/** What the console is told of a failure: as REST says it, and with the code of each field's fault, to say it anew. */
export const FIELD_ERRORS: ErrorForm = {
  body: ({ code: type, message, errors, fieldErrors, retryAfter: retry_after }: AppError, { id: request_id }) =>
    JSON.stringify({
      error: { type, message, errors, codes: fieldErrors && codesOf(fieldErrors), retry_after, request_id },
    }),
}

function codesOf(errors: FieldErrors): Record<string, FieldErrorCode> {
  const first = Object.entries(errors).flatMap(([field, found]) => {
    const [fault] = 'code' in found ? [found] : found
    return fault ? [[field, fault.code] as const] : []
  })
  return Object.fromEntries(first)
}
