import { etagOf, type Invoked, showsSecret } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingOf, compress } from '../server/compression.ts'
import { JSON_TYPE } from '../server/errors.ts'
import { isUnchanged, withCoding } from './etag.ts'
import { linksOf, type PageMeta } from './links.ts'
import { hasTag, isList } from './output.ts'
import { pathOf, type RoutedOperation } from './routed.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply, invoked: Invoked<unknown>) => Promise<void> | void

/** Prepares how the outcome of an operation is sent. @param base the address of the API, for links */
export function answering(operation: RoutedOperation, base: string): Answer {
  const { status } = operation
  if (status === 204) return (_request, reply) => void reply.code(204).send()
  const tagged = hasTag(operation)
  const list = isList(operation)
  const address = `${base}${pathOf(operation)}`
  const caching = showsSecret(operation.output) ? 'no-store' : 'private, no-cache'

  return (request, reply, { value, replayed }) => {
    const text = JSON.stringify(value)
    reply.code(status)
    reply.header('content-type', JSON_TYPE)
    reply.header('cache-control', caching)
    reply.header('vary', 'Authorization, Origin, Accept-Encoding')
    if (replayed) reply.header('idempotent-replayed', 'true')
    // Only lists have `meta`, and theirs is of this shape.
    if (list) reply.header('link', linksOf(address, request.raw.url ?? '', (value as { meta: PageMeta }).meta))
    const coding = codingOf(request.headers['accept-encoding'], text.length)
    if (tagged) {
      const tag = etagOf(text)
      reply.header('etag', withCoding(tag, coding))
      const reads = request.method === 'GET' || request.method === 'HEAD'
      if (reads && isUnchanged(request.headers['if-none-match'], tag)) return void reply.code(304).send()
    }
    if (coding === undefined) return void reply.send(text)
    return compress(text, coding).then((bytes) => void reply.header('content-encoding', coding).send(bytes))
  }
}
