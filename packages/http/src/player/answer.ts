import type { Bound } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { visitorOf } from '../access/client-address.ts'
import { codingOf, compress } from '../server/compression.ts'
import type { Player, Visit } from './visit.ts'

interface Extras {
  /** Origins of what the page shows in a frame. */
  frames?: readonly string[]
  /** Seconds after which to try again. */
  retryAfter?: number | undefined
}

/**
 * Answers with a page whose address is a credential: it is kept nowhere, told to nobody, found by no search engine, framed by
 * no other site, and runs no script and no style but our own.
 */
export async function sendPlayerPage(
  { player, request, reply }: Visit,
  status: number,
  page: VNode,
  { frames = [], retryAfter }: Extras = {},
): Promise<FastifyReply> {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const html = Buffer.from(
    `<!doctype html>${await renderPage(player, page, () => visitorOf(player.handrail, request))}`,
  )
  privately(reply)
    .code(status)
    .header('content-security-policy', policyOf(player, frames).join('; '))
    .header('x-frame-options', player.preview ? 'SAMEORIGIN' : 'DENY')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('vary', 'accept-encoding, accept-language')
    .type('text/html; charset=utf-8')
  const coding = codingOf(request.headers['accept-encoding'], html.length)
  return coding ? reply.header('content-encoding', coding).send(await compress(html, coding)) : reply.send(html)
}

/** A preview is framed by the page of its writers alone, and does nothing: no script, no form. */
function policyOf({ preview }: Visit['player'], frames: readonly string[]): string[] {
  return [
    "default-src 'none'",
    ...(preview ? [] : ["script-src 'self'"]),
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    ...(preview ? [] : ["connect-src 'self'"]),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    preview ? "form-action 'none'" : "form-action 'self'",
    preview ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
}

/** The HTML of a page; drawn a second time where it shows images that it could not say the size of at first. */
export async function renderPage({ sizes }: Pick<Player, 'sizes'>, page: VNode, visitor: () => Bound): Promise<string> {
  const html = renderToString(page)
  const knowsMore = await sizes.learn(visitor())
  return knowsMore ? renderToString(page) : html
}

/** The headers of every answer below the address of a guide. */
export function privately(reply: FastifyReply): FastifyReply {
  return reply
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
}

/** Sends the browser to another page of the guide (RFC 9110 section 15.4.4). @param path as browsers see it */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return privately(reply).redirect(path, 303)
}
