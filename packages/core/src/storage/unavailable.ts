import { AppError } from '../errors.ts'

/** Says in one sentence why a database cannot be used. */
export function cannotUse(what: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('unavailable', `Cannot use ${what}: ${reasonOf(error)}`, { cause: error })
}

/** A host with several addresses fails once for each, and the whole says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error && error.message ? error.message : String(error)
}
