import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { GivenServer } from './mail-server.ts'
import type { MailServerRow } from './store.ts'

/**
 * The password for a server: the given one, or the stored one for the same account at the same server. Sent elsewhere, the
 * stored one would be disclosed to whoever runs that server.
 * @throws AppError `validation_error`
 */
export function passwordFor(
  { sealer }: Pick<Context, 'sealer'>,
  stored: MailServerRow | undefined,
  { host, port, encryption, username, password }: GivenServer,
): string {
  if (username === '') return ''
  if (password !== undefined && password !== '') return password
  const isSame =
    stored?.host === host &&
    stored.port === port &&
    stored.encryption === encryption &&
    (stored.username ?? '') === username
  if (!isSame || stored.sealed_password === null)
    throw validationError({ password: fieldError('blank', 'is required for this server and user name') })
  return sealer.open(stored.sealed_password)
}
