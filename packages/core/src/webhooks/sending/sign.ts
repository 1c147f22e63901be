import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Sealer } from '../../secret/seal.ts'
import type { DueEvent } from '../delivery.ts'
import { revealed } from '../events/sealed-fields.ts'
import { openHeaders } from '../settings/custom-headers.ts'

const PREFIX = 'whsec_'
const MAX_KEYS = 1000

/** A signing secret of Standard Webhooks: 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key of a secret, created once for many signatures. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))
}

/** Decrypts the secrets of endpoints; undefined for those encrypted with another secret of the instance, or damaged. */
export interface Keyring {
  key(sealed: string): KeyObject | undefined
  /** The custom headers of the endpoint. */
  headers(sealed: string | null): Record<string, string> | undefined
  /** The data of an event as an endpoint is told it. */
  dataOf(event: Pick<DueEvent, 'data'>, endpoint: { shows_links: boolean }): string
}

/** Caches recently used values: decrypting them for every batch would cost more than signing. */
export function createKeyring(sealer: Sealer): Keyring {
  const NONE = {}
  const headers = remembering((sealed) => openHeaders(sealer, sealed))
  return {
    key: remembering((sealed) => opened(sealer, sealed)),
    headers: (sealed) => (sealed === null ? NONE : headers(sealed)),
    dataOf: ({ data }, { shows_links: links }) => revealed(sealer, data, { links }),
  }
}

function remembering<T>(open: (sealed: string) => T | undefined): (sealed: string) => T | undefined {
  const known = new Map<string, T>()
  return (sealed) => {
    const found = known.get(sealed) ?? open(sealed)
    if (found === undefined) return undefined
    known.delete(sealed)
    known.set(sealed, found)
    const [oldest] = known.keys()
    if (known.size > MAX_KEYS && oldest !== undefined) known.delete(oldest)
    return found
  }
}

function opened(sealer: Sealer, sealed: string): KeyObject | undefined {
  try {
    return signingKey(sealer.open(sealed))
  } catch {
    // The error only states that decryption failed.
    return undefined
  }
}

/**
 * The headers that authenticate a delivery (Standard Webhooks 1.0.0).
 * @param id of the event, the same for every attempt and endpoint
 * @param at seconds since 1970, the time of the attempt
 * @param keys of the current secret and, during a rotation, of the previous ones: receivers accept any of them
 */
export function signatureHeaders(id: string, at: number, body: string, keys: readonly KeyObject[]) {
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
