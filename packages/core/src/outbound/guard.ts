import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from './loopback.ts'
import { createResolver, type Resolver } from './names/resolver.ts'

/** The rules for addresses of deliveries. */
export interface TargetRules {
  /** Private ranges that the operator allows: `10.0.0.0/8`. */
  allowedRanges: readonly string[]
  /** An instance on localhost is for testing: receivers on the same machine are allowed. */
  allowLoopback: boolean
  httpsOnly: boolean
}

export interface Guard {
  allows(address: string): boolean
  /** The problem of a receiver's address as a text; undefined if it is valid. Does not resolve the name. */
  problemOf(url: string): string | undefined
  /** The same for a host, a name or an address, as a URL has it. */
  problemOfHost(host: string): string | undefined
  /** Resolves a name for a connection, and returns only allowed addresses: checked at each connection. */
  lookup: LookupFunction
  /** Whether a name currently resolves only to forbidden addresses. False if that is unknown after `milliseconds`. */
  resolvesToForbidden(host: string, milliseconds: number): Promise<boolean>
}

/** Thrown by `lookup`, as a connection error. */
export const BLOCKED = 'ERR_BLOCKED_ADDRESS'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const LOOPBACK = ['127.0.0.0/8', '::1/128']
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/
const MAX_LENGTH = 2048
/** Ports of internal services, in addition to the bad ports of the Fetch standard. */
const FORBIDDEN_PORTS = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667,
  6668, 6669, 6679, 6697, 9200, 9300, 10080, 11211, 27017,
])

/** The rules for an instance with this address: https receivers only on https; on localhost, receivers there too. */
export function targetRules(publicUrl: string, allowedRanges: readonly string[] = []): TargetRules {
  const { protocol, hostname } = new URL(publicUrl)
  return { allowedRanges, allowLoopback: isLoopbackHost(hostname), httpsOnly: protocol === 'https:' }
}

export function createGuard(
  { allowedRanges, allowLoopback, httpsOnly }: TargetRules,
  resolve: Resolver = createResolver(),
): Guard {
  const ranges = [...allowedRanges, ...(allowLoopback ? LOOPBACK : [])].map((range) => ipaddr.parseCIDR(range))

  function allows(text: string): boolean {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return isPublic(address) || ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
  }

  function hostProblem(host: string): string | undefined {
    const literal = host.replace(/^\[|\]$/g, '')
    if (isIP(literal)) return allows(literal) ? undefined : 'must not be an address within a private network'
    const name = host.replace(/\.$/, '')
    if (LOCAL_NAME.test(name)) return allowLoopback && isLoopbackHost(name) ? undefined : 'must not be a local name'
    return name.includes('.') ? undefined : 'must have a full host name, such as hooks.example.com'
  }

  function problemOf(text: string): string | undefined {
    if (text.length > MAX_LENGTH) return `is too long (maximum is ${MAX_LENGTH} characters)`
    if (hasControlCharacter(text)) return 'contains spaces or control characters'
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) return 'is not a web address (http or https)'
    if (httpsOnly && url.protocol !== 'https:') return 'must start with https://'
    if (url.username || url.password) return 'must not contain a user name or password'
    if (url.hash || text.endsWith('#')) return 'must not contain a fragment'
    return hostProblem(url.hostname) ?? portProblem(url.port)
  }

  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true, verbatim: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => allows(address))
      const [first] = allowed
      if (!first) return callback(Object.assign(new Error(`${host} has no public address`), { code: BLOCKED }), '', 0)
      // Node requests all addresses since version 20, and one if a caller asks for it.
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }

  function resolvesToForbidden(host: string, milliseconds: number): Promise<boolean> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(false), milliseconds)
      resolve(host, { all: true, verbatim: true }, (error, addresses) => {
        clearTimeout(timer)
        done(!error && addresses.length > 0 && addresses.every(({ address }) => !allows(address)))
      })
    })
  }

  return { allows, problemOf, problemOfHost: hostProblem, lookup, resolvesToForbidden }
}

/** IPv4 in IPv6 is unwrapped before; other IPv6 is public only within 2000::/3. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

function portProblem(port: string): string | undefined {
  const number = Number(port)
  if (port === '' || number === 80 || number === 443) return undefined
  return isFreePort(number) ? undefined : 'must have the port 80, 443, or one from 1024 on'
}

/** Whether a port is one from 1024 on that no known internal service uses. */
export function isFreePort(port: number): boolean {
  return port >= 1024 && port <= 65_535 && !FORBIDDEN_PORTS.has(port)
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character <= ' ' || character === '\u007f')
}
