import { type JsonObject, without } from '../json.ts'
import { CODE, RpcError } from '../protocol/messages.ts'
import { type Era, META, metaOf } from '../protocol/revisions.ts'
import type { Identity } from '../protocol/server-identity.ts'
import { serverOf } from './server-info.ts'

/** Results that say how long they hold (2026-07-28, "Caching"). */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

/** A result of the server in the form of the host's era. */
export function shapeResult(
  era: Era,
  method: string,
  result: JsonObject,
  identity: Identity | undefined,
  url: URL,
): JsonObject {
  if (era === 'legacy') {
    const plain = without(result, 'resultType', ...(CACHEABLE.has(method) ? ['ttlMs', 'cacheScope'] : []))
    const meta = without(metaOf(result), META.server)
    return Object.keys(meta).length > 0 ? { ...plain, _meta: meta } : without(plain, '_meta')
  }
  const isComplete = (result.resultType ?? 'complete') === 'complete'
  return {
    resultType: 'complete',
    ...(CACHEABLE.has(method) && isComplete && { ttlMs: 0, cacheScope: 'private' }),
    ...result,
    _meta: { [META.server]: serverOf(identity, url), ...metaOf(result) },
  }
}

/** An error of the server in the form of the host's era. */
export function shapeError(era: Era, error: RpcError): RpcError {
  if (era === 'modern' && error.code === CODE.resourceNotFound)
    return new RpcError(CODE.invalidParams, error.message, error.data)
  return error
}
