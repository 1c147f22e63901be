import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers of our answers that a page may read, besides the few that every page may read. */
const EXPOSED = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'X-Request-Id',
].join(', ')
const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
/** Discovery, and what an application in a browser needs to get a token: open to all, whatever the setting. */
const OPEN = /^\/(\.well-known\/|oauth\/(token|introspect|revoke|register)\/?($|\?))/
const REMEMBERED_SECONDS = 7200

/** Adds to an answer what a browser asks for (the Fetch standard, section 3.3). */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Pages of any origin may call with a token that they have. Cookies are never accepted, so a page gains nothing from a
 * visitor who is signed in here.
 * @param origins the origins that may; all when not given
 */
export function corsOf(origins: readonly string[] | undefined): Cors {
  return ({ headers, method, url }, reply) => {
    const { origin } = headers
    if (origin === undefined) return
    const listed = OPEN.test(url) ? undefined : origins
    if (listed && !listed.includes(origin)) return
    reply.header('access-control-allow-origin', listed ? origin : '*')
    reply.header('access-control-expose-headers', EXPOSED)
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    reply.header('access-control-allow-methods', METHODS)
    reply.header('access-control-allow-headers', ALLOWED)
    reply.header('access-control-max-age', REMEMBERED_SECONDS)
  }
}
