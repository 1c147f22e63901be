import type { Conditions } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { withoutCoding } from '../response/etag.ts'

const NONE: Conditions = {}

/** The conditions in the headers: `If-Match` of a change, `Idempotency-Key` of a POST. */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  if (method === 'GET' || method === 'HEAD') return NONE
  if (method !== 'POST') {
    const ifMatch = headers['if-match']
    return ifMatch === undefined ? NONE : { ifMatch: withoutCoding(ifMatch) }
  }
  const idempotencyKey = headers['idempotency-key']
  // Node joins repeated headers of this name with a comma; only some of its own are lists.
  return idempotencyKey === undefined ? NONE : { idempotencyKey: String(idempotencyKey) }
}
