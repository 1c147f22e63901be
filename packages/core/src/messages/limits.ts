import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** More than a person writes: each message is notified by mail. */
const WRITTEN = { seconds: 3600, limit: 20 }

/** Counts a message to the thread of an enrollment. @throws AppError `rate_limited` */
export async function countWritten({ caller, rateLimiter }: Context, enrollment_id: string): Promise<void> {
  const writer = caller.kind === 'contact' ? (caller.participant_id ?? enrollment_id) : `${caller.id} ${enrollment_id}`
  const [allowance] = await rateLimiter.count(`messages ${writer}`, [WRITTEN])
  if (!allowance || allowance.allowed) return
  throw new AppError('rate_limited', 'You have sent many messages within an hour. Wait before you send the next one', {
    retryAfter: allowance.resetsIn,
  })
}
