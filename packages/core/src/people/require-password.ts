import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { countPasswordCheck } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { findUser } from './store.ts'

/**
 * A session alone is not enough for what locks others out: it may have been left open on somebody's desk.
 * @param field of the input that holds the password
 * @throws AppError `validation_error`, `rate_limited`
 */
export async function requirePassword(context: Context, password: string, field = 'password'): Promise<void> {
  const attempt = await countPasswordCheck(context)
  const user = await context.store.read((reader) => findUser(reader, context.caller.id))
  if (!(await isPassword(password, user?.password_hash, context)))
    throw validationError({ [field]: fieldError('wrong_secret') })
  attempt.succeeded()
}
