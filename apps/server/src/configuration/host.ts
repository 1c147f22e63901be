import { isIP } from 'node:net'

/** A name that can stand in a policy of a page as it is. */
export function isHost(text: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)
}

/** Whether a text is a range of addresses: `10.0.0.0/8`. */
export function isRange(text: string): boolean {
  return text.includes('/') && isAddressRange(text)
}

/** Whether a text is an address, or a range of them. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  return rest.length === 0 && isIP(address) > 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}
