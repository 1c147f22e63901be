import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { unixTime } from '../../times.ts'
import { bodyOf } from '../events/payload.ts'
import type { EventRecord } from '../log/event.ts'
import { signatureHeaders, signingKey } from './sign.ts'

/** The endpoint id of forwarded events, which have no endpoint. */
const NO_ENDPOINT = '00000000-0000-0000-0000-000000000000'

/** The signing secret of events forwarded to a local machine: derived from the API key, so it stays the same. */
export function forwardingSecret(apiKey: string): string {
  return `whsec_${createHmac('sha256', apiKey).update('handrail listen').digest('base64')}`
}

/** The delivery of an event read from the API, as an endpoint would get it: headers and body, signed now. */
export function forwardedDelivery(record: Omit<z.output<typeof EventRecord>, 'deliveries'>, secret: string) {
  const { id, event: type, timestamp: occurred_at, data, sequence } = record
  const body = bodyOf({ id, type, occurred_at, sequence, data: JSON.stringify(data) }, NO_ENDPOINT, 'full')
  const now = new Date().toISOString()
  return { headers: { ...signatureHeaders(id, unixTime(now), body, [signingKey(secret)]) }, body }
}
