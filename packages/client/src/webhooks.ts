import type { WebhookData } from '../generated/events.ts'
import { WebhookVerificationError } from './errors.ts'

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/** A webhook, with the data of its type. */
export type WebhookEvent = {
  [T in keyof WebhookData]: {
    /** Identical for every attempt and endpoint; use it to detect duplicates. */
    id: string
    event: T
    timestamp: string
    webhook_id: string
    data: WebhookData[T]
  }
}[keyof WebhookData]

/** Headers of the Fetch API, or an object with lower-case names such as that of Node. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

/**
 * Verifies a webhook (Standard Webhooks), and returns its event.
 * @param body as it was received: a parsed body no longer has the signed bytes
 * @param secret the signing secret, `whsec_...`
 * @param options.tolerance maximum age in seconds, 300 by default
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { tolerance = TOLERANCE_SECONDS }: { tolerance?: number } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw refused('The headers of the signature are missing')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  // Not a number is not within it either.
  if (!(age <= tolerance)) throw refused(`The webhook is not from the last ${tolerance} seconds`)

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (!bytes || bytes.length === 0) throw refused('The signing secret is not one of a webhook endpoint')
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',', 2)
    const given = version === 'v1' ? bytesOf(value) : undefined
    // In constant time.
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return JSON.parse(text)
  }
  throw refused('No signature matches')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Both are called Headers somewhere; only one of them has `get` as a function.
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Record<string, string | readonly string[] | undefined>)[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Undefined for what is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function refused(message: string): WebhookVerificationError {
  return new WebhookVerificationError('invalid_signature', message)
}
