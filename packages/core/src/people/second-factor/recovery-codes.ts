import { randomBytes } from 'node:crypto'
import { hashToken } from '../../secret/seal.ts'

const COUNT = 10
/** Without characters that look alike: l and 1, o and 0. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Codes of 80 random bits, `k3hm-...`: strong enough for plain hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    // A byte modulo 32 is as random as the byte.
    const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return characters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** @param code as entered: with or without hyphens and spaces, in any case */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[\s-]/g, ''))
}
