import type { RateLimiter } from '../access/rate-limits.ts'
import type { Caller } from '../caller.ts'
import { AppError } from '../errors.ts'

const PER_MINUTE = 5
const PER_HOUR = 60

/**
 * Limits test mails by person, also to the own address: all workspaces share the mail server, and each test of another
 * server is a connection.
 * @throws AppError `rate_limited`
 */
export async function limitTests(rateLimiter: RateLimiter, { id }: Pick<Caller, 'id'>): Promise<void> {
  const limits = [
    { seconds: 60, limit: PER_MINUTE },
    { seconds: 3600, limit: PER_HOUR },
  ]
  const allowances = await rateLimiter.count(`mail test ${id}`, limits)
  const exceeded = allowances.find(({ allowed }) => !allowed)
  if (!exceeded) return
  const message = `At most ${PER_MINUTE} test mails can be sent a minute, and ${PER_HOUR} an hour. Try again later`
  throw new AppError('rate_limited', message, { retryAfter: exceeded.resetsIn })
}
