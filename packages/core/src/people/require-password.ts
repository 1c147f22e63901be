import { recordRefusal } from '../audit/refusals.ts'
import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { countPasswordCheck } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { findUser } from './store.ts'

/**
 * Requires the password for actions that could lock out others, because a session may have been left open.
 * @param field of the input that contains the password
 * @throws AppError `validation_error`, `rate_limited`
 */
export async function requirePassword(context: Context, password: string, field = 'password'): Promise<void> {
  const attempt = await countPasswordCheck(context)
  const user = await context.store.read((reader) => findUser(reader, context.caller.id))
  if (!(await isPassword(password, user?.password_hash, context))) {
    const subject = user && { id: user.id, name: user.name }
    const actor = subject ?? { id: context.caller.id, name: '' }
    const refusal = { action: 'password.refused', reason: 'wrong_password', source: 'console' } as const
    await recordRefusal(context, { ...refusal, subject, actor })
    throw validationError({ [field]: fieldError('wrong_secret') })
  }
  attempt.succeeded()
}
