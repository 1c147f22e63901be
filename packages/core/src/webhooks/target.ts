import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'

/** A longer lookup is not worth the caller's time: the name may resolve later. */
const LOOKUP_MS = 300

/**
 * Rejects an address that deliveries could never be sent to. The resolved addresses are checked again at every
 * connection.
 * @throws AppError `validation_error`
 */
export async function requireTarget({ guard }: Context, url: string | undefined): Promise<void> {
  if (url === undefined) return
  const problem = guard.problemOf(url)
  if (problem) throw validationError({ url: fieldError('invalid', problem) })
  if (await guard.resolvesToForbidden(new URL(url).hostname, LOOKUP_MS))
    throw validationError({ url: fieldError('invalid', 'must not lead to an address within a private network') })
}
