import type { AppError } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

interface Sending {
  /**
   * Whether forms of the page may lead to other sites in the end. Browsers check the whole chain of redirects against
   * `form-action`, and nobody knows where it ends.
   */
  leavesSite?: boolean
}

/**
 * Answers with a page that runs no scripts but our own, cannot be framed, is not cached, and does not tell other sites its address.
 * @param answer the status, or what a form could not do
 */
export function sendPage(
  reply: FastifyReply,
  answer: number | Pick<AppError, 'status' | 'retryAfter'>,
  page: VNode,
  { leavesSite = false }: Sending = {},
) {
  const { status, retryAfter = undefined } = typeof answer === 'number' ? { status: answer } : answer
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const html = renderToString(page)
  const policy = [
    "default-src 'none'",
    // What people type cannot hold a tag: it is escaped.
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
