import type { AppError } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

interface Sending {
  /**
   * Whether forms of the page can redirect to other sites. Browsers check the whole chain of redirects against `form-action`,
   * and its end is unknown.
   */
  leavesSite?: boolean
  /** Whether an OAuth client can have opened it in a window that it waits for: such a page must not lose its opener. */
  keepsOpener?: boolean
}

/**
 * Responds with a page that runs only scripts of this instance, cannot be framed, is not cached, and sends no referrer to other
 * sites.
 * @param answer the status, or the error of a form
 */
export function sendPage(
  reply: FastifyReply,
  answer: number | Pick<AppError, 'status' | 'retryAfter'>,
  page: VNode,
  { leavesSite = false, keepsOpener = false }: Sending = {},
) {
  const { status, retryAfter = undefined } = typeof answer === 'number' ? { status: answer } : answer
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (!keepsOpener) reply.header('cross-origin-opener-policy', 'same-origin')
  const html = renderToString(page)
  const policy = [
    "default-src 'none'",
    // Input is escaped, so it contains no tags.
    ...(html.includes('<script ') ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ...(leavesSite ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return reply
    .code(status)
    .header('content-security-policy', policy.join('; '))
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${html}`)
}
