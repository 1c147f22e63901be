import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The uses of the instance's secret; each has a derived key of its own. */
export interface Sealer {
  /** Encrypts text for storage (AES-256-GCM). @throws AppError `unavailable` while it is not known which key is current */
  seal(text: string): string
  /** @throws Error when the text was encrypted with another secret or was changed */
  open(sealed: string): string
  /** A short signature of text that clients carry and that gives access to nothing (cursors, addresses in mail). It outlasts the secret. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
  /** As `sign`, for what gives access or trust (downloads, known devices). It ends with the secret. */
  signCredential(text: string): string
  verifyCredential(text: string, signature: string): boolean
  /** As `open`, for what clients carry. It ends with the secret. */
  openCredential(sealed: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** @param secret the instance's secret, at least 32 bytes of high entropy, never stored in the database */
export function createSealer(secret: Buffer): Sealer {
  // Derived at the first use: a sealer of one response never signs.
  const keys = new Map<string, KeyObject>()
  function keyFor(use: 'seal' | 'sign'): KeyObject {
    const known = keys.get(use)
    if (known) return known
    const key = createSecretKey(derivedKey(secret, use))
    keys.set(use, key)
    return key
  }
  const sign = (text: string) => signatureOf(keyFor('sign'), text)
  const verify = (text: string, signature: string) => isSignature(keyFor('sign'), text, signature)
  function open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open,
    openCredential: open,
    sign,
    verify,
    signCredential: sign,
    verifyCredential: verify,
  }
}

/** A key of its own for each use of a secret. */
export function derivedKey(secret: Buffer, use: 'seal' | 'sign'): Buffer {
  return Buffer.from(hkdfSync('sha256', createSecretKey(secret), '', `handrail ${use}`, 32))
}

export function signatureOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

export function isSignature(key: KeyObject, text: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(key, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The stored form of a bearer credential: SHA-256 of its text, sufficient for 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
