import { z } from 'zod'

/** Members of private keys (RFC 7518 section 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** A key set of public keys alone. */
export const PublicKeys = z.object({
  keys: z
    .array(
      z
        .record(z.string(), z.unknown())
        .refine((key) => typeof key.kty === 'string' && key.kty !== 'oct' && !PRIVATE.some((member) => member in key)),
    )
    .min(1)
    .max(10),
})
