import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'

/** Not worth more of a caller's time: a name that cannot be looked up now may be later. */
const LOOKUP_MS = 300

/**
 * Refuses an address to which nothing would ever be sent. What a name leads to is checked again at every connection.
 * @throws AppError `validation_error`
 */
export async function requireTarget({ guard }: Context, url: string | undefined): Promise<void> {
  if (url === undefined) return
  const problem = guard.problemOf(url)
  if (problem) throw validationError({ url: fieldError('invalid', problem) })
  if (await guard.resolvesToForbidden(new URL(url).hostname, LOOKUP_MS))
    throw validationError({ url: fieldError('invalid', 'must not lead to an address within a private network') })
}
