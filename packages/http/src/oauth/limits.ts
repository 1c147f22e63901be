import { type Allowance, type AppError, networkOf, type RateLimiter } from '@handrail/core'
import type { onRequestHookHandler } from 'fastify'
import { clientAddressOf } from '../access/client-address.ts'
import { rateLimited } from '../access/rate-limit.ts'

/** Requests a minute from one network. Hosted clients reach us from a few addresses on behalf of all their users. */
const PER_MINUTE = { authorize: 300, token: 1200, introspect: 1200, revoke: 600, register: 60 }

/** A hook that counts requests without a token by the network they come from. @throws AppError `rate_limited` */
export function limitByNetwork(rateLimiter: RateLimiter, endpoint: keyof typeof PER_MINUTE): onRequestHookHandler {
  const limits = [{ seconds: 60, limit: PER_MINUTE[endpoint] }]
  return (request, _reply, done) => {
    const counted = rateLimiter.count(`oauth ${endpoint} ${networkOf(clientAddressOf(request))}`, limits)
    if (counted instanceof Promise) counted.then(refusalOf, (error) => error).then(done)
    else done(refusalOf(counted))
  }
}

function refusalOf([allowance]: Allowance[]): AppError | undefined {
  return !allowance || allowance.allowed ? undefined : rateLimited(allowance.resetsIn)
}
