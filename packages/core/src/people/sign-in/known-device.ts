import { randomBytes } from 'node:crypto'
import type { Sealer } from '../../secret/seal.ts'

/**
 * What a browser keeps after a person has signed in with it. It opens nothing, but its attempts are counted by
 * themselves: whoever guesses at the account from elsewhere cannot keep the person out (OWASP, device cookies).
 */
export function knownDeviceOf(sealer: Sealer, user_id: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sealer.sign(`device ${user_id} ${nonce}`)}`
}

/** @returns the number of the device, or undefined where it is not known for this person */
export function readKnownDevice(sealer: Sealer, user_id: string, given: string): string | undefined {
  const [nonce = '', signature = ''] = given.split('.')
  return sealer.verify(`device ${user_id} ${nonce}`, signature) ? nonce : undefined
}
