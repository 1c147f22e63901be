import { BridgeError } from '../errors/bridge-error.ts'
import { isLoopback } from '../network/loopback.ts'

/** The machines that can be reached without TLS. */
export interface AddressPolicy {
  /** Any machine. */
  allowHttp: boolean
  /** This machine: for a server that runs on it, but not for one elsewhere, which would reach services that only this machine is meant to. */
  allowLoopback: boolean
}

/**
 * An address that tokens may go to, or that a browser may be sent to: https, or what the policy lets through.
 * @throws BridgeError insecure_address
 */
export function secureAddress(address: string, whose: string, policy: AddressPolicy): URL {
  const url = hasControl(address) ? null : URL.parse(address)
  if (!url) throw new BridgeError('insecure_address', `${whose} is not an address: the server is set up wrongly.`)
  if (url.username || url.password)
    throw new BridgeError('insecure_address', `${whose} carries a user name or password, which is refused.`)
  if (url.protocol === 'https:') return url
  const isPermitted = policy.allowHttp || (policy.allowLoopback && isLoopback(url.hostname))
  if (url.protocol === 'http:' && isPermitted) return url
  throw new BridgeError(
    'insecure_address',
    `${whose} (${url.protocol}//${url.host}) is not https: use the https address, or --allow-http where you trust the network.`,
  )
}

/** The URL parser silently drops some of these, so that two readers may see two addresses. */
function hasControl(address: string): boolean {
  return [...address].some((character) => character < ' ' || character === '\x7f')
}
