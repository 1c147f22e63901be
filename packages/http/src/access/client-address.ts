import { BlockList, isIP, isIPv6 } from 'node:net'
import type { AppError, Bound, Handrail } from '@handrail/core'
import {
  type Allowance,
  bind,
  type Context,
  networkOf,
  type RateLimit,
  type RateLimiter,
} from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../server/log.ts'
import { rateLimited } from './rate-limit.ts'
import { plainAddress } from './trusted-peers.ts'

/** The addresses of local proxies: this machine and private networks (RFC 1918, RFC 4193, RFC 6598). */
const NEARBY = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  NEARBY.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEARBY.addSubnet(network, prefix, 'ipv6')

/** The address of a request that came over no connection: one of nobody (RFC 6890), with no privileges of this machine. */
export const UNKNOWN_ADDRESS = '0.0.0.0'

declare module 'fastify' {
  interface FastifyRequest {
    /** See `wayOf`. */
    way: readonly string[] | undefined
  }
}

/** The addresses that a request passed, from the peer to the trusted client; computed once, since it takes parsing. */
function wayOf(request: FastifyRequest): readonly string[] {
  request.way ??= request.ips ?? [request.ip]
  return request.way
}

/** Whether a declared proxy has forwarded a request. */
export function isFromDeclaredProxy(request: FastifyRequest): boolean {
  return wayOf(request).length > 1
}

/** Whether a request has forwarding headers from a peer that is not a declared proxy. */
export function isFromUndeclaredProxy(request: FastifyRequest): boolean {
  // Of a trusted peer, the list goes on with the address that it forwarded for.
  return request.headers['x-forwarded-for'] !== undefined && wayOf(request).length < 2
}

/** The addresses that rate limits count for. */
export interface ClientAddress {
  address: string
  /**
   * The peer that forwarded the address without being a declared proxy, and may have made it up. Limits count for it as
   * well.
   */
  forwarder?: string
}

/**
 * Behind an undeclared proxy, all visitors would share one address. Of a proxy in a private network, the last forwarded
 * address is used, which it added itself; earlier ones may be forged. Other peers are not trusted.
 */
export function clientAddressOf(request: FastifyRequest): ClientAddress {
  const address = wayOf(request).at(-1) ?? request.ip
  if (!isFromUndeclaredProxy(request) || !isNearby(address)) return { address }
  const named = [request.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim() ?? ''
  return isIP(named) > 0 ? { address: named, forwarder: address } : { address }
}

/**
 * The network address of a person as evidence: that of the peer, or the one for which a declared proxy vouches. Undefined
 * where a local proxy that nobody declared has forwarded the request, and for a request without a connection.
 */
export function vouchedAddressOf(request: FastifyRequest): string | undefined {
  const { address, forwarder } = clientAddressOf(request)
  const isForwarded = forwarder !== undefined || (isFromUndeclaredProxy(request) && isNearby(address))
  return isForwarded || address === UNKNOWN_ADDRESS ? undefined : address
}

/** A context with the address that the audit log keeps. */
export function addressed(context: Context, request: FastifyRequest): Context {
  return { ...context, address: vouchedAddressOf(request) }
}

/** The operations of a caller with the address that the audit log keeps. */
export function boundFrom(bound: Bound, request: FastifyRequest): Bound {
  return bind(addressed(bound.context, request))
}

/** The operations of a visitor who has not signed in, with the address of the request. */
export function visitorOf(handrail: Handrail, request: FastifyRequest): Bound {
  const { address, forwarder } = clientAddressOf(request)
  return boundFrom(handrail.asVisitor(address, forwarder), request)
}

/** The multiple of a limit for one address that an undeclared proxy can use in all. */
const FORWARDER_PART = 2

/**
 * Counts a request for the network that it comes from, and for the undeclared proxy that forwarded it, if any.
 * @returns the error if a limit is reached
 */
export function countAddress(
  rateLimiter: RateLimiter,
  request: FastifyRequest,
  what: string,
  limit: RateLimit,
): AppError | undefined | Promise<AppError | undefined> {
  const { address, forwarder } = clientAddressOf(request)
  const counted = rateLimiter.count(`${what} ${networkOf(address)}`, [limit])
  if (forwarder === undefined) return counted instanceof Promise ? counted.then(refusalOf) : refusalOf(counted)
  return countForwarder(rateLimiter, counted, `${what} forwarder ${forwarder}`, limit)
}

async function countForwarder(
  rateLimiter: RateLimiter,
  counted: Allowance[] | Promise<Allowance[]>,
  subject: string,
  { seconds, limit }: RateLimit,
): Promise<AppError | undefined> {
  const refused = refusalOf(await counted)
  return refused ?? refusalOf(await rateLimiter.count(subject, [{ seconds, limit: limit * FORWARDER_PART }]))
}

function refusalOf([allowance]: Allowance[]): AppError | undefined {
  return !allowance || allowance.allowed ? undefined : rateLimited(allowance.resetsIn)
}

/** Whether an address is of this machine or of a private network, where proxies are. */
export function isNearby(address: string): boolean {
  const plain = plainAddress(address)
  return isIP(plain) > 0 && NEARBY.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** Logs a warning about an undeclared proxy, once. */
export function watchForProxies(app: FastifyInstance, logger: Logger): void {
  app.decorateRequest('way', undefined)
  let told = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!told && isFromUndeclaredProxy(request)) {
      told = true
      const { ip: proxy } = request
      logger.warn(
        { proxy },
        `Requests are forwarded by ${proxy}, which is not declared as a proxy. If it is yours, set HANDRAIL_TRUST_PROXY=${proxy}: otherwise all visitors can count as one`,
      )
    }
    done()
  })
}
