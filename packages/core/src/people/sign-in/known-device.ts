import { randomBytes } from 'node:crypto'
import type { Sealer } from '../../secret/seal.ts'

/**
 * A cookie that identifies a device on which a person has signed in. It grants nothing, but its attempts are counted
 * separately, so that guesses from elsewhere cannot lock out the person (OWASP, device cookies).
 */
export function knownDeviceOf(sealer: Sealer, user_id: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sealer.signCredential(`device ${user_id} ${nonce}`)}`
}

/** @returns the number of the device, or undefined if it is unknown for this person */
export function readKnownDevice(sealer: Sealer, user_id: string, given: string): string | undefined {
  const [nonce = '', signature = ''] = given.split('.')
  return sealer.verifyCredential(`device ${user_id} ${nonce}`, signature) ? nonce : undefined
}
