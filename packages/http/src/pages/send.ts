import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

interface Sending {
  /**
   * Where the forms of the page, and what they redirect to, may lead beyond this site: browsers hold the whole chain
   * against `form-action`.
   */
  formAction?: readonly string[]
}

/** Answers with a page. Nothing of it runs, frames it or is kept, and its address goes to no other site. */
export function sendPage(reply: FastifyReply, status: number, page: VNode, { formAction = [] }: Sending = {}) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...formAction].join(' ')}`,
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
    .send(`<!doctype html>${renderToString(page)}`)
}
