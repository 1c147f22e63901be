import { hash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const CONTACT = {
  type: 'object',
  properties: {
    id: text,
    email: text,
    first_name: text,
    last_name: text,
    external_id: textOrNull,
    organisation_id: textOrNull,
    language: textOrNull,
    metadata: { type: 'object', additionalProperties: true },
    unsubscribed_at: textOrNull,
    created_at: text,
    updated_at: text,
  },
}
const number = { type: 'integer' }
const META = { type: 'object', properties: { page: number, per_page: number, total: number, total_pages: number } }

/** The columns of a contact that answers have. */
export const COLUMNS =
  'id, email, first_name, last_name, external_id, organisation_id, language, metadata, unsubscribed_at, created_at, updated_at'

function headersOf(reply: FastifyReply) {
  return reply.headers({
    'x-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Origin, Accept-Encoding',
  })
}

/** Answers as the service does where its limits are off: the same bytes by a compiled serializer, and the same headers. */
export const answersOne: RouteShorthandOptions = answering(
  { type: 'object', properties: { data: CONTACT } },
  (reply, body) => headersOf(reply).header('etag', `"${hash('sha256', body, 'base64url').slice(0, 27)}"`),
)

export const answersPage: RouteShorthandOptions = answering(
  { type: 'object', properties: { data: { type: 'array', items: CONTACT }, meta: META } },
  (reply) => {
    const { host } = reply.request
    const page = (number: number, rel: string) => `<http://${host}/api/v1/contacts?page=${number}>; rel="${rel}"`
    return headersOf(reply).header('link', [page(1, 'first'), page(2, 'next'), page(400, 'last')].join(', '))
  },
)

function answering(schema: object, head: (reply: FastifyReply, body: string) => unknown): RouteShorthandOptions {
  return {
    schema: { response: { '2xx': schema } },
    onSend(_request: FastifyRequest, reply: FastifyReply, body, done) {
      head(reply, body as string)
      done()
    },
  }
}
