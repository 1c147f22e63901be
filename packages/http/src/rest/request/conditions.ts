import type { Conditions } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { withoutCoding } from '../response/etag.ts'

const NONE: Conditions = {}

/** The conditions in the headers: `If-Match`, and `Idempotency-Key` of a POST. */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  if (method === 'GET' || method === 'HEAD') return NONE
  const ifMatch = headers['if-match']
  const idempotencyKey = method === 'POST' ? headers['idempotency-key'] : undefined
  if (ifMatch === undefined && idempotencyKey === undefined) return NONE
  return {
    ifMatch: ifMatch && withoutCoding(ifMatch),
    // Node joins repeated headers of this name with a comma; only some of its own are lists.
    idempotencyKey: idempotencyKey && String(idempotencyKey),
  }
}
