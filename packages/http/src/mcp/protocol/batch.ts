import { isObject } from '../../body/is-object.ts'
import { RPC_CODE, RpcError } from './protocol.ts'

const MAX_BATCH = 100

/** The number of requests in a body: each of a batch (revision 2025-03-26) counts, up to those that it may have. */
export function requestsIn(body: unknown): number {
  return Array.isArray(body) ? Math.max(1, body.slice(0, MAX_BATCH).filter(isRequest).length) : 1
}

/** Runs work in the order in which it is given. */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs the requests of a batch one after the other: the SDK starts all of them at once, and those that read from SQLite would run
 * without a turn for anybody else.
 * @param between is awaited between two of them
 */
export function inOrder(between: () => Promise<void>): InOrder {
  let last: Promise<unknown> | undefined
  return (work) => {
    const next = last ? last.then(between).then(work) : work()
    last = next.catch(() => undefined)
    return next
  }
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
