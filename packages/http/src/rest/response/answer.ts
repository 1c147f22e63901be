import { etagOf, type Invoked, recordEtag, showsSecret } from '@handrail/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { codingOf, compress } from '../../server/compression.ts'
import { JSON_TYPE } from '../../server/errors.ts'
import { pathOf, type RoutedOperation } from '../routed.ts'
import { isUnchanged, withCoding } from './etag.ts'
import { linksOf, type PageMeta } from './links.ts'
import { isList } from './output.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply, invoked: Invoked<unknown>) => Promise<void> | void

/** Creates the function that sends the result of an operation. @param base the address of the API, for links */
export function answering(operation: RoutedOperation, base: string): Answer {
  const { status, creates } = operation
  if (status === 204) return (_request, reply, { replayed }) => void tellReplay(reply, replayed).code(204).send()
  const tagOf = tagging(operation)
  const list = isList(operation)
  const address = `${base}${pathOf(operation)}`
  const caching = showsSecret(operation.output) ? 'no-store' : 'private, no-cache'

  return (request, reply, { value, replayed }) => {
    const text = JSON.stringify(value)
    // An operation that creates or updates reports which it did.
    reply.code(creates && (value as { created: boolean }).created ? 201 : status)
    reply.header('content-type', JSON_TYPE)
    reply.header('cache-control', caching)
    reply.header('vary', 'Authorization, Origin, Accept-Encoding')
    tellReplay(reply, replayed)
    // Only lists have `meta`, always of this shape.
    if (list) reply.header('link', linksOf(address, request.raw.url ?? '', (value as { meta: PageMeta }).meta))
    const coding = codingOf(request.headers['accept-encoding'], text.length)
    if (tagOf) {
      const tag = tagOf(text, value)
      reply.header('etag', withCoding(tag, coding))
      const reads = request.method === 'GET' || request.method === 'HEAD'
      if (reads && isUnchanged(request.headers['if-none-match'], tag)) return void reply.code(304).send()
    }
    if (coding === undefined) return void reply.send(text)
    reply.header('content-encoding', coding)
    const bytes = compress(text, coding)
    return bytes instanceof Promise ? bytes.then((found) => void reply.send(found)) : void reply.send(bytes)
  }
}

function tellReplay(reply: FastifyReply, replayed: boolean): FastifyReply {
  return replayed ? reply.header('idempotent-replayed', 'true') : reply
}

/** The function that computes the entity tag of a response; undefined if it has none. */
function tagging({ etag, output }: RoutedOperation): ((text: string, value: unknown) => string) | undefined {
  if (etag === undefined) return undefined
  // If the tag covers the whole record, its text is part of the response already: `{"data":...}`.
  const whole = output instanceof z.ZodObject && output.shape.data === etag && Object.keys(output.shape).length === 1
  if (whole) return (text) => etagOf(text.slice('{"data":'.length, -1))
  // Operations with an entity tag return a record under `data`.
  return (_text, value) => recordEtag(etag, (value as { data: object }).data)
}
