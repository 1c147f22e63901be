import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { networkOf } from '../access/network.ts'
import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { createTurns, type Turns } from '../turns/turns.ts'
import { isCommonPassword } from './common-password.ts'

/** The minimum costs of OWASP's Password Storage Cheat Sheet for argon2id, which is the library's default algorithm. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of an unknown password: missing accounts take as much time as existing ones. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const SHORTEST = 12
const LONGEST = 1000

/** A new password: length matters rather than kinds of characters (NIST SP 800-63B section 3.1.1). */
export const NewPassword = z
  .string()
  .min(1)
  .min(SHORTEST, `must have at least ${SHORTEST} characters`)
  .max(LONGEST)
  .refine((password) => new Set(password).size >= 5, 'must have at least 5 different characters')
  .describe(`At least ${SHORTEST} characters`)

/** A password entered to authenticate. */
export const GivenPassword = z.string().min(1).max(LONGEST)

/**
 * The hash of a new password. Never call it within a transaction: it takes about 30 ms.
 * @param personal data of the account that must not be the password: the e-mail address, the names of person and
 *   workspace
 * @param field of the input that contains the password
 * @throws AppError `validation_error` for a common password
 */
export async function hashNewPassword(
  password: string,
  personal: readonly string[],
  field = 'password',
): Promise<string> {
  if (await isCommonPassword(password, personal)) throw validationError({ [field]: fieldError('too_common') })
  const { hash } = await import('@node-rs/argon2')
  return hash(comparable(password), COSTS)
}

/**
 * Each check takes a processor for about 30 ms: one processor stays free, and many attempts wait for each other.
 * @param processes that share the processors
 */
export function createPasswordTurns(processes: number): Turns {
  return createTurns(Math.max(1, Math.floor((availableParallelism() - 1) / processes)))
}

/** @param password_hash null for a missing account: the result is false, after the same time */
export async function isPassword(
  password: string,
  password_hash: string | null | undefined,
  { caller, passwordTurns }: Pick<Context, 'caller' | 'passwordTurns'>,
): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const matches = await passwordTurns.take(networkOf(caller.id), () =>
    verify(password_hash ?? DUMMY_HASH, comparable(password)),
  )
  return matches && typeof password_hash === 'string'
}

/** The normalised form, independent of the keyboard (RFC 8265 section 4.2.1). */
function comparable(password: string): string {
  return password.normalize('NFC')
}
