import { validationError } from '../errors.ts'
import type { FieldErrors } from '../field-errors.ts'
import { type Store, type Tx, UniqueViolation } from '../storage/database.ts'

/**
 * Writes a record, and explains a violation of a unique index.
 * @param explain the problems by field; undefined if the violation is not caused by the caller
 * @throws AppError `validation_error` with the result of `explain`
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
