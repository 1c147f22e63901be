import type { RateLimiter } from '@handrail/core/internal'
import type { onRequestHookHandler } from 'fastify'
import { countAddress } from '../access/client-address.ts'

/** Requests a minute from one network. Hosted clients use a few addresses for all their users. */
const PER_MINUTE = { authorize: 300, token: 1200, introspect: 1200, revoke: 600, register: 60 }

/** A hook that counts requests without a token by the network they come from. @throws AppError `rate_limited` */
export function limitByNetwork(rateLimiter: RateLimiter, endpoint: keyof typeof PER_MINUTE): onRequestHookHandler {
  const limit = { seconds: 60, limit: PER_MINUTE[endpoint] }
  return (request, _reply, done) => {
    const refused = countAddress(rateLimiter, request, `oauth ${endpoint}`, limit)
    if (refused instanceof Promise) refused.catch((error) => error).then(done)
    else done(refused)
  }
}
