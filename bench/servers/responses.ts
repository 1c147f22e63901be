import { hash, randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const REST = { 'cache-control': 'private, no-cache', vary: 'Authorization, Origin, Accept-Encoding' }
const MCP = { 'cache-control': 'no-store', vary: 'Origin, Accept-Encoding' }

/** The fields of a contact, as the service gives them. */
export const COLUMNS =
  'id, email, first_name, last_name, external_id, organisation_id, language, metadata, unsubscribed_at, created_at, updated_at'
/** With the name of the organisation, as tools give it. */
export const NAMED_COLUMNS = COLUMNS.replace(
  'id, ',
  `id, (select name from organisations o where o.workspace_id = contacts.workspace_id and o.id = contacts.organisation_id) as
    organisation_name, `,
)

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const number = { type: 'integer' }
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
const ONE = { type: 'object', properties: { data: CONTACT } }
const PAGE = {
  type: 'object',
  properties: {
    data: { type: 'array', items: CONTACT },
    meta: { type: 'object', properties: { page: number, per_page: number, total: number, total_pages: number } },
  },
}

/** Sends a contact by a compiled serializer, with the headers of the service. */
export function sendContact(reply: FastifyReply, contact: { data: object | undefined }): FastifyReply {
  const text = reply.serializeInput(contact, ONE)
  return send(reply, text, { ...REST, etag: `"${hash('sha1', text, 'base64url')}"` })
}

/** Sends the first page of contacts by a compiled serializer, with the headers of the service. */
export function sendPage(reply: FastifyReply, page: { data: object[]; meta: { total_pages: number } }): FastifyReply {
  const link = (rel: string, number: number) => `<http://localhost:3000/api/v1/contacts?page=${number}>; rel="${rel}"`
  const links = [link('first', 1), link('next', 2), link('last', page.meta.total_pages)]
  return send(reply, reply.serializeInput(page, PAGE), { ...REST, link: links.join(', ') })
}

/** Sends a message of MCP, with the headers of the service. */
export function sendMessage(reply: FastifyReply, text: string): FastifyReply {
  return send(reply, text, MCP)
}

function send(reply: FastifyReply, text: string, headers: Record<string, string>): FastifyReply {
  return reply
    .headers({ ...headers, 'x-content-type-options': 'nosniff', 'x-request-id': randomUUID() })
    .type('application/json; charset=utf-8')
    .send(text)
}
