import { validationError } from '../errors.ts'
import type { FieldErrors } from '../field-errors.ts'
import { type Store, type Tx, UniqueViolation } from '../storage/database.ts'

/**
 * Writes, and says in words of the record what a unique index has against it.
 * @param explain what is wrong, by field; undefined where the violation is none of the caller's
 * @throws AppError `validation_error` with what `explain` says
 */
export async function writeUnique<T>(
  { write }: Pick<Store, 'write'>,
  work: (tx: Tx) => Promise<T>,
  explain: (violation: UniqueViolation) => FieldErrors | undefined | Promise<FieldErrors | undefined>,
): Promise<T> {
  try {
    return await write(work)
  } catch (error) {
    const problems = error instanceof UniqueViolation ? await explain(error) : undefined
    throw problems ? validationError(problems) : error
  }
}
