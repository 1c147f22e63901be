import { AppError } from '@handrail/core'
import type { Allowance, RateLimit, RateLimiter } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'

/** The number of requests that one token can make; 0 disables a limit. */
export interface RateLimits {
  minute: number
  hour: number
}

const DEFAULTS: RateLimits = { minute: 6000, hour: 120_000 }
const SECONDS: Record<keyof RateLimits, number> = { minute: 60, hour: 3600 }

/** Counts a request, and reports the remaining ones in headers. */
export interface RateLimiting {
  /** @throws AppError `rate_limited` */
  count(subject: string, reply: FastifyReply): Promise<void> | void
}

/**
 * @internal Counts by token, with the fields that clients know (X-RateLimit-*) and those of draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimiting(rateLimiter: RateLimiter, given: Partial<RateLimits> = {}): RateLimiting {
  const limits = { ...DEFAULTS, ...given }
  const names = (['minute', 'hour'] as const).filter((name) => limits[name] > 0)
  const windows = names.map((name): RateLimit => ({ seconds: SECONDS[name], limit: limits[name] }))
  const policy = names.map((name) => `"${name}";q=${limits[name]};w=${SECONDS[name]}`).join(', ')
  const nameOf = new Map(names.map((name) => [SECONDS[name], name]))

  function tell(reply: FastifyReply, allowances: Allowance[]): void {
    const tight = tightest(allowances)
    if (!tight) return
    const { limit, remaining, resetsIn, seconds } = tight
    reply.header('x-ratelimit-limit', limit)
    reply.header('x-ratelimit-remaining', remaining)
    reply.header('x-ratelimit-reset', Math.floor(Date.now() / 1000) + resetsIn)
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"${nameOf.get(seconds)}";r=${remaining};t=${resetsIn}`)
    const refused = allowances.filter(({ allowed }) => !allowed)
    if (refused.length === 0) return
    throw rateLimited(Math.max(...refused.map((allowance) => allowance.resetsIn)))
  }

  return {
    count(subject, reply) {
      if (windows.length === 0) return
      const counted = rateLimiter.count(subject, windows)
      return counted instanceof Promise ? counted.then((allowances) => tell(reply, allowances)) : tell(reply, counted)
    },
  }
}

/** @internal @param retryAfter in seconds */
export function rateLimited(retryAfter: number): AppError {
  const when = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`
  return new AppError('rate_limited', `Too many requests. Try again in ${when}`, { retryAfter })
}

/** The window that is exhausted first; of two exhausted ones, that with the later reset. */
function tightest(allowances: Allowance[]): Allowance | undefined {
  let tight = allowances[0]
  for (const allowance of allowances)
    if (tight && allowance.remaining <= tight.remaining && allowance !== tight) tight = allowance
  return tight
}
