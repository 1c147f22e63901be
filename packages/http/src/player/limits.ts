import type { RateLimit, RateLimiter } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { countAddress } from '../access/client-address.ts'
import { rateLimited } from '../access/rate-limit.ts'

/** How often a link may be used, and how many that lead nowhere an address may try. */
export interface Limits {
  /** Counts a request by a link, and by those of all participants together. @throws AppError `rate_limited` */
  countLink(link: { id: string; participant_id?: string }): Promise<void>
  /** @throws AppError `rate_limited` */
  countMiss(request: FastifyRequest): Promise<void>
}

/** More than anybody clicks: a hundred ticks and as many drafts in a minute. */
const OF_LINK: RateLimit = { seconds: 60, limit: 300 }
/** All participants of an enrollment together; each link has its own count, and so has that of the primary contact. */
const OF_PARTICIPANTS: RateLimit = { seconds: 60, limit: 900 }
/** Offices share an address; only tokens that nobody has are counted by it. */
const OF_ADDRESS: RateLimit = { seconds: 60, limit: 60 }

export function createLimits(rateLimiter: RateLimiter): Limits {
  async function count(subject: string, limit: RateLimit): Promise<void> {
    const [allowance] = await rateLimiter.count(subject, [limit])
    if (allowance && !allowance.allowed) throw rateLimited(allowance.resetsIn)
  }
  return {
    async countLink({ id, participant_id }) {
      await count(`link ${participant_id ?? id}`, OF_LINK)
      // The primary contact alone never reaches it, and so costs no second count.
      if (participant_id !== undefined) await count(`participants ${id}`, OF_PARTICIPANTS)
    },
    async countMiss(request) {
      const refused = await countAddress(rateLimiter, request, 'no link', OF_ADDRESS)
      if (refused) throw refused
    },
  }
}
