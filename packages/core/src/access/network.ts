import { isIPv6 } from 'node:net'

/**
 * The network of an address, for counting: a household or a server has 2^64 addresses of IPv6.
 * @param width how many leading parts of the address name it; of IPv4 8 bits each, of IPv6 16
 * @returns with 4 an IPv4 address as it is, and of an IPv6 address the first 64 bits
 */
export function networkOf(address: string, width: 2 | 3 | 4 = 4): string {
  if (width === 4 && !address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  if (!isIPv6(plain)) return plain.split('.').slice(0, width).join('.')
  // The canonical notation (RFC 5952).
  const { hostname } = new URL(`http://[${plain.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])]
  return all.slice(0, width).join(':')
}
