import type { Inspection } from '../inspection/inspect.ts'
import { opens } from './canary.ts'
import { createSealer } from './seal.ts'
import { knownSecretOf } from './secret.ts'

/**
 * Whether the given secret, or the key file, is the one of a database.
 * @returns undefined without a secret, or without anything to verify it with
 * @throws AppError when the key file is empty or incomplete
 */
export function verifyInstanceSecret(
  options: { database: string; secret?: string | undefined },
  { canary }: Pick<Inspection, 'canary'>,
): boolean | undefined {
  const secret = knownSecretOf(options)
  return secret && canary !== undefined ? opens(createSealer(secret), canary) : undefined
}
