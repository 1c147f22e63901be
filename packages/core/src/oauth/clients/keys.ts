import { createPublicKey, hash, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { StoredKeys } from '../../storage/tables/oauth-clients.ts'

/** Members of private keys (RFC 7518 section 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** The kind of key that each algorithm needs. None has a shared secret, and `none` is not one. */
const KINDS = { ES256: 'EC P-256', ES384: 'EC P-384', EdDSA: 'OKP Ed25519', PS256: 'RSA', RS256: 'RSA' } as const

/** The algorithms of client assertions. */
export const ASSERTION_ALGORITHMS = Object.keys(KINDS) as readonly (keyof typeof KINDS)[]

const MAX_KEYS = 10
const MAX_KEY_ID = 200
const MIN_RSA_BITS = 2048
/** The time that a verification takes grows with the square of the length, and with the exponent. */
const MAX_RSA_BITS = 4096
const MAX_RSA_EXPONENT = 2n ** 32n

/** A key set of public keys alone. */
export const PublicKeys = z.object({
  keys: z
    .array(
      z
        .record(z.string(), z.unknown())
        .refine((key) => typeof key.kty === 'string' && key.kty !== 'oct' && !PRIVATE.some((member) => member in key)),
    )
    .min(1)
    .max(MAX_KEYS),
})

export type PublicKey = Record<string, unknown>

/** The key set of an application as an admin gives it (RFC 7517 section 5): each key must be usable. */
export const RegisteredKeys = z
  .custom<{ keys: Record<string, unknown>[] }>(isKeySet, {
    error: 'must be a JWKS: an object with a list of keys',
    abort: true,
  })
  .superRefine(({ keys }, { addIssue }) => {
    const problem = setProblem(keys) ?? keys.map(keyProblem).find((found) => found !== undefined)
    if (problem !== undefined) addIssue({ code: 'custom', message: problem })
  })
  .transform(({ keys }): { keys: Record<string, unknown>[] } => ({ keys: keys.map(storedKey) }))

interface ReadKeys {
  jwks: StoredKeys
  /** The problem of the set as a text that follows its name. */
  problem: string | undefined
  /** Whether it shows private keys, which anybody can sign with then. */
  isLeaking: boolean
}

/** The usable keys of a fetched key set; others are ignored (RFC 7517 section 5). */
export function readKeySet(value: unknown): ReadKeys {
  if (!isKeySet(value))
    return { jwks: { keys: [] }, problem: 'must be a JWKS: an object with a list of keys', isLeaking: false }
  const leaked = value.keys.find(isPrivate)
  const keys = value.keys.filter((key) => keyProblem(key) === undefined)
  const problem = leaked ? keyProblem(leaked) : setProblem(keys)
  return { jwks: { keys: keys.slice(0, MAX_KEYS).map(storedKey) }, problem, isLeaking: leaked !== undefined }
}

/** The thumbprint of a key (RFC 7638): its members that verification needs, in the order of their names. */
export function thumbprintOf({ kty, crv, x, y, n, e }: PublicKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x }
  return hash('sha256', JSON.stringify(members), 'base64url')
}

/** The key that verifies an assertion with this header (RFC 7515 section 4.1.4). */
export function chooseKey(
  { keys }: StoredKeys,
  { alg, kid }: { alg?: unknown; kid?: unknown },
): PublicKey | 'none' | 'several' {
  const kind = ASSERTION_ALGORITHMS.find((known) => known === alg)
  const fitting = keys.filter(
    (key) =>
      kind !== undefined &&
      kindOf(key) === KINDS[kind] &&
      (key.alg === undefined || key.alg === alg) &&
      (key.use === undefined || key.use === 'sig') &&
      (typeof kid !== 'string' || key.kid === kid),
  )
  const [only] = fitting
  if (!only) return 'none'
  return fitting.length === 1 ? only : 'several'
}

function isKeySet(value: unknown): value is StoredKeys {
  return z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).safeParse(value).success
}

function setProblem(keys: readonly PublicKey[]): string | undefined {
  if (keys.length === 0) return 'must have at least one key for signatures'
  if (keys.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`
  const ids = keys.map(({ kid }) => kid)
  if (keys.length > 1 && ids.includes(undefined)) return 'has several keys: each needs a kid'
  if (new Set(ids).size < ids.length) return 'has two keys with the same kid'
  return undefined
}

/** The problem of a key as a text that follows the name of the set; undefined if it is usable. */
function keyProblem(key: PublicKey): string | undefined {
  if (key.kty === 'oct') return 'contains a shared secret (oct): give public keys'
  if (isPrivate(key))
    return 'contains a private key: create another pair, since this one is no longer secret, and give its public part alone'
  const { kid, alg, use } = key
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > MAX_KEY_ID))
    return `has a kid that is not a text of 1 to ${MAX_KEY_ID} characters`
  const kind = kindOf(key)
  const fitting = ASSERTION_ALGORITHMS.filter((known) => KINDS[known] === kind)
  if (fitting.length === 0)
    return 'has a key of another kind: allowed are EC with P-256 or P-384, OKP with Ed25519, and RSA'
  if (alg !== undefined && !fitting.some((known) => known === alg))
    return `has a key with another alg: ${kind} allows ${fitting.join(' and ')}`
  if (use !== undefined && use !== 'sig') return 'has a key that is not for signatures (use)'
  return materialProblem(key)
}

function materialProblem(key: PublicKey): string | undefined {
  try {
    // Its members are checked there.
    const details = createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).asymmetricKeyDetails
    const { modulusLength: bits, publicExponent: exponent } = details ?? {}
    if (bits !== undefined && bits < MIN_RSA_BITS) return `has an RSA key of less than ${MIN_RSA_BITS} bits`
    if (bits !== undefined && bits > MAX_RSA_BITS) return `has an RSA key of more than ${MAX_RSA_BITS} bits`
    if (exponent !== undefined && (exponent < 3n || exponent > MAX_RSA_EXPONENT))
      return 'has an RSA key with an unusual exponent: use 65537'
    return undefined
  } catch {
    return 'has a key whose members are not valid'
  }
}

function isPrivate(key: PublicKey): boolean {
  return PRIVATE.some((member) => member in key)
}

function kindOf({ kty, crv }: PublicKey): string {
  return kty === 'RSA' ? 'RSA' : `${kty} ${crv}`
}

/** Without the members that are not needed, such as certificates. */
function storedKey({ kty, crv, x, y, n, e, kid, alg, use }: PublicKey): PublicKey {
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg, use })
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
