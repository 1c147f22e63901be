import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const KEY_BYTES = 32
const IV_BYTES = 12
/** About 64 MiB of memory and a fifth of a second for each guess. */
const COST = { N: 2 ** 16, r: 8, p: 1 } as const
const MAX_MEMORY = 2 ** 28

/** What is in a key file that is encrypted with a passphrase: JSON, binary parts in Base64 (RFC 4648 section 5). */
const Encrypted = z.object({
  format: z.literal('handrail key file, scrypt, AES-256-GCM'),
  scrypt: z.object({ N: z.number().max(2 ** 20), r: z.number().max(16), p: z.number().max(4), salt: z.string() }),
  iv: z.string(),
  tag: z.string(),
  text: z.string(),
})

/** Encrypts the text of a key file with a passphrase. */
export async function encryptKeyFile(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(IV_BYTES)]
  const key = await derive(passphrase, salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY })
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const encrypted: z.infer<typeof Encrypted> = {
    format: 'handrail key file, scrypt, AES-256-GCM',
    scrypt: { ...COST, salt: salt.toString('base64url') },
    iv: iv.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    text: body.toString('base64url'),
  }
  return `${JSON.stringify(encrypted)}\n`
}

/** @returns the text of the key file; undefined for another passphrase, or a damaged file */
export async function decryptKeyFile(file: string, passphrase: string): Promise<string | undefined> {
  try {
    const { scrypt: cost, iv, tag, text } = Encrypted.parse(JSON.parse(file))
    const options = { N: cost.N, r: cost.r, p: cost.p, maxmem: MAX_MEMORY }
    const key = await derive(passphrase, Buffer.from(cost.salt, 'base64url'), KEY_BYTES, options)
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // Which of both it is cannot be told.
    return undefined
  }
}
