import { createHash, randomUUID, webcrypto } from 'node:crypto'

/** The private key that tokens are bound to (RFC 9449), P-256: whoever steals the tokens alone cannot use them. */
export type DpopKey = webcrypto.JsonWebKey

/** `auto` binds tokens where the MCP server's own metadata asks for it. */
export type DpopMode = 'auto' | 'always' | 'never'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

export async function newDpopKey(): Promise<DpopKey> {
  const { privateKey } = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  return webcrypto.subtle.exportKey('jwk', privateKey)
}

/** The key as the library for token endpoints takes it. */
export async function keyPairOf(key: DpopKey): Promise<webcrypto.CryptoKeyPair> {
  const publicKey = await webcrypto.subtle.importKey('jwk', { ...publicPart(key), ext: true }, ALGORITHM, true, [
    'verify',
  ])
  return { privateKey: await privateKeyOf(key), publicKey }
}

export interface ProofOf {
  method: string
  url: URL
  token: string
  /** The nonce of the server, if it sent one. */
  nonce: string | undefined
}

/** The proof of one request that carries a token (RFC 9449 section 4.2). */
export async function proofOf(key: DpopKey, { method, url, token, nonce }: ProofOf): Promise<string> {
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: publicPart(key) }
  const payload = {
    jti: randomUUID(),
    htm: method,
    htu: `${url.origin}${url.pathname}`,
    iat: Math.floor(Date.now() / 1000),
    ath: createHash('sha256').update(token).digest('base64url'),
    ...(nonce !== undefined && { nonce }),
  }
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const hash = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await webcrypto.subtle.sign(hash, await privateKeyOf(key), Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}

function privateKeyOf(key: DpopKey): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign'])
}

function publicPart({ kty = 'EC', crv = 'P-256', x = '', y = '' }: DpopKey) {
  return { kty, crv, x, y }
}
