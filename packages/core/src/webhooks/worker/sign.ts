import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Sealer } from '../../seal.ts'

const PREFIX = 'whsec_'
const MAX_KEYS = 1000

/** A signing secret of Standard Webhooks: 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key of a secret; made once for many signatures. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))
}

/** Opens the key of a sealed secret; undefined where it was sealed with another secret of the instance, or damaged. */
export type Keyring = (sealed: string) => KeyObject | undefined

/** Keeps the keys that were used last: to unseal one for every batch of deliveries would cost more than to sign. */
export function createKeyring(sealer: Sealer): Keyring {
  const keys = new Map<string, KeyObject>()
  return (sealed) => {
    const key = keys.get(sealed) ?? opened(sealer, sealed)
    if (!key) return undefined
    keys.delete(sealed)
    keys.set(sealed, key)
    const [oldest] = keys.keys()
    if (keys.size > MAX_KEYS && oldest !== undefined) keys.delete(oldest)
    return key
  }
}

function opened(sealer: Sealer, sealed: string): KeyObject | undefined {
  try {
    return signingKey(sealer.open(sealed))
  } catch {
    // It says no more than that it cannot be.
    return undefined
  }
}

/**
 * The headers that prove where a delivery comes from (Standard Webhooks 1.0.0).
 * @param id of the event, the same for every attempt and endpoint
 * @param at seconds since 1970, the time of the attempt
 * @param keys of the present secret, and while it is being rotated of the one before: receivers accept either
 */
export function signatureHeaders(id: string, at: number, body: string, keys: readonly KeyObject[]) {
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
