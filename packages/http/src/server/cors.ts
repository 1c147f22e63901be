import type { FastifyReply, FastifyRequest } from 'fastify'

/** Response headers that pages can read in addition to the CORS-safelisted ones. */
const EXPOSED = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Mcp-Session-Id',
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
  'Mcp-Session-Id',
  'X-Request-Id',
].join(', ')
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Discovery and the token endpoints, which applications in browsers need: open to all origins, whatever the setting. */
const OPEN = /^\/(\.well-known\/|oauth\/(token|introspect|revoke|register)\/?($|\?))/
const REMEMBERED_SECONDS = 7200

/** Adds the CORS headers to a response (Fetch Standard, section 3.3). */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Allows pages of any origin to call with a token. Cookies are never accepted, so a page gains nothing from a visitor who is
 * signed in here.
 * @param origins the allowed origins; all when not given
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
