import { BridgeError } from '../bridge-error.ts'

/** Names of this machine; of addresses only those that the URL parser writes in one way. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * An address that tokens may go to, or that a browser may be sent to: https, or http to this machine.
 * @throws BridgeError insecure_address
 */
export function secureAddress(address: string, whose: string, allowHttp = false): URL {
  const url = hasControl(address) ? null : URL.parse(address)
  if (!url) throw new BridgeError('insecure_address', `${whose} is not an address: the server is set up wrongly.`)
  if (url.username || url.password)
    throw new BridgeError('insecure_address', `${whose} carries a user name or password, which is refused.`)
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname))) return url
  throw new BridgeError(
    'insecure_address',
    `${whose} (${url.protocol}//${url.host}) is not https: use the https address, or --allow-http where you trust the network.`,
  )
}

/** The URL parser drops some of these in silence, so that two readers may see two addresses. */
function hasControl(address: string): boolean {
  return [...address].some((character) => character < ' ' || character === '\x7f')
}
