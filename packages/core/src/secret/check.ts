import { opens } from './canary.ts'
import { createSealer } from './seal.ts'
import { knownSecretsOf, type SecretOptions } from './secret.ts'

/**
 * Whether one of the given secrets, or of those in the key file, is the one of a database.
 * @returns undefined without a secret, or without anything to verify it with
 * @throws AppError when the key file is empty or incomplete
 */
export function verifyInstanceSecret(
  options: SecretOptions,
  { canary }: { canary: string | undefined },
): boolean | undefined {
  const secrets = knownSecretsOf(options)
  if (secrets.length === 0 || canary === undefined) return undefined
  return secrets.some((secret) => opens(createSealer(secret), canary))
}
