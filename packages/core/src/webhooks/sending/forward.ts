import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { unixTime } from '../../times.ts'
import { bodyOf } from '../events/payload.ts'
import type { EventRecord } from '../log/event.ts'
import { signatureHeaders, signingKey } from './sign.ts'

/** As the id of the endpoint: what is forwarded by hand goes to none. */
const NO_ENDPOINT = '00000000-0000-0000-0000-000000000000'

/** A secret to sign with what is forwarded to somebody's own machine: the same as long as the key is. */
export function forwardingSecret(apiKey: string): string {
  return `whsec_${createHmac('sha256', apiKey).update('handrail listen').digest('base64')}`
}

/** What a webhook endpoint would get of an event that the API has told: its headers and its body, signed now. */
export function forwardedDelivery(record: Omit<z.output<typeof EventRecord>, 'deliveries'>, secret: string) {
  const { id, event: type, timestamp: occurred_at, data, sequence } = record
  const body = bodyOf({ id, type, occurred_at, sequence, data: JSON.stringify(data) }, NO_ENDPOINT, 'full')
  const now = new Date().toISOString()
  return { headers: { ...signatureHeaders(id, unixTime(now), body, [signingKey(secret)]) }, body }
}
