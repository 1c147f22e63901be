import type { RateLimit, RateLimiter } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { countAddress } from '../access/client-address.ts'
import { rateLimited } from '../access/rate-limit.ts'

/** How often a link may be used, and how many that lead nowhere an address may try. */
export interface Limits {
  /** @throws AppError `rate_limited` */
  countLink(enrollment_id: string): Promise<void>
  /** @throws AppError `rate_limited` */
  countMiss(request: FastifyRequest): Promise<void>
}

/** More than anybody clicks: a hundred ticks and as many drafts in a minute. */
const OF_LINK: RateLimit = { seconds: 60, limit: 300 }
/** Offices share an address; only tokens that nobody has are counted by it. */
const OF_ADDRESS: RateLimit = { seconds: 60, limit: 60 }

export function createLimits(rateLimiter: RateLimiter): Limits {
  async function count(subject: string, limit: RateLimit): Promise<void> {
    const [allowance] = await rateLimiter.count(subject, [limit])
    if (allowance && !allowance.allowed) throw rateLimited(allowance.resetsIn)
  }
  return {
    countLink: (enrollment_id) => count(`link ${enrollment_id}`, OF_LINK),
    async countMiss(request) {
      const refused = await countAddress(rateLimiter, request, 'no link', OF_ADDRESS)
      if (refused) throw refused
    },
  }
}
