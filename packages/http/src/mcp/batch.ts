import { isObject } from '../body/is-object.ts'
import { RPC_CODE, RpcError } from './protocol.ts'

const MAX_BATCH = 100

/** The number of requests in a body: each of a batch (revision 2025-03-26) counts. */
export function requestsIn(body: unknown): number {
  return Array.isArray(body) ? Math.max(1, body.filter(isRequest).length) : 1
}

/**
 * A batch without notifications, which have no effect without a session. The SDK's transport would wait for ever for a request
 * that one of them cancels, or that shares its id with another.
 * @throws RpcError for too many requests, and for duplicate ids
 */
export function answerableBatch(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  if (body.length > MAX_BATCH)
    throw new RpcError(RPC_CODE.invalidRequest, `A batch holds at most ${MAX_BATCH} messages`)
  const requests = body.filter(isRequest)
  const ids = new Set(requests.map(({ id }) => id))
  if (ids.size < requests.length)
    throw new RpcError(RPC_CODE.invalidRequest, 'Two requests of the batch have the same id')
  return requests.length > 0 ? requests : body
}

function isRequest(message: unknown): message is { id: unknown } {
  return isObject(message) && 'id' in message && 'method' in message
}
