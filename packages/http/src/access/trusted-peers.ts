import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

/** The names of ranges that Fastify knows. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

type TrustProxy = FastifyServerOptions['trustProxy']

/** Whether a peer is a declared proxy, by Fastify's option, before it has sent a request. */
export function trustedPeers(trustProxy: TrustProxy): (address: string) => boolean {
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0)
  if (typeof trustProxy === 'boolean' || typeof trustProxy === 'number') return () => Boolean(trustProxy)
  const listed = [trustProxy ?? []].flat().flatMap((one) => one.split(',').map((part) => part.trim()))
  const trusted = new BlockList()
  for (const range of listed.flatMap((one) => NAMED[one] ?? one)) {
    const [network = '', prefix] = range.split('/')
    if (isIP(network) === 0) continue
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(network, family)
    else trusted.addSubnet(network, Number(prefix), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return isIP(plain) > 0 && trusted.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

/** An IPv4 address as such where it reaches an IPv6 socket (RFC 4291 section 2.5.5.2). */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
