import { createHash } from 'node:crypto'
import { AppError, type Handrail, operations } from '@handrail/core'
import { notFound, type RateLimit } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countAddress, visitorOf } from '../access/client-address.ts'
import { preparePages } from '../pages/plugin.ts'
import { isUnchanged } from '../rest/response/etag.ts'
import type { Logger } from '../server/log.ts'
import { feedOf } from './feed.ts'

const SUFFIX = '.ics'
/** Offices share an address; only addresses of calendars that nobody has are counted by it. */
const MISSES: RateLimit = { seconds: 60, limit: 60 }

/** The calendars of members and contacts, which other programs fetch by a secret address. */
export async function serveCalendars(
  app: FastifyInstance,
  { handrail, logger }: { handrail: Handrail; logger: Logger },
): Promise<void> {
  preparePages(app, { handrail, logger })
  const host = new URL(handrail.settings.publicUrl).hostname
  app.get<{ Params: { file: string } }>('/calendars/:file', async (request, reply) => {
    const feed = feedOf(await datesOf(handrail, request, request.params.file), host)
    const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`
    privately(reply).header('etag', etag)
    if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed)
  })
}

/** @throws AppError `not_found`, or `rate_limited` for a network that tries many addresses */
async function datesOf(handrail: Handrail, request: FastifyRequest, file: string) {
  const token = file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : undefined
  try {
    if (token === undefined) throw notFound()
    return (await visitorOf(handrail, request).invoke(operations.openCalendar, { token })).data
  } catch (error) {
    const isMiss = error instanceof AppError && (error.code === 'not_found' || error.code === 'validation_error')
    if (!isMiss) throw error
    throw (await countAddress(handrail.rateLimiter, request, 'no calendar', MISSES)) ?? notFound()
  }
}

/** Kept by the program that fetches it alone, which asks each time whether it has changed. */
function privately(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'private, no-cache')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
}
