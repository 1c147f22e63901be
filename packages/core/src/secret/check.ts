import type { Inspection } from '../storage/inspect.ts'
import { opens } from './canary.ts'
import { createSealer } from './seal.ts'
import { knownSecretOf } from './secret.ts'

/**
 * Whether the secret that is given, or kept beside the file, is the one that a database was written with.
 * @returns undefined where there is no secret, or nothing to hold it against
 * @throws AppError when the key file is empty or cut off
 */
export function verifyInstanceSecret(
  options: { database: string; secret?: string | undefined },
  { canary }: Pick<Inspection, 'canary'>,
): boolean | undefined {
  const secret = knownSecretOf(options)
  return secret && canary !== undefined ? opens(createSealer(secret), canary) : undefined
}
