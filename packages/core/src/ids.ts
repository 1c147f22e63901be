import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A UUIDv7: ordered by time, also within one millisecond of one process (RFC 9562 section 6.2). */
export function newId(): string {
  return v7()
}

/**
 * An id that sorts after all ids of earlier times, by any process, to the microsecond.
 * @param milliseconds with a fraction
 */
export function idAt(milliseconds: number): string {
  const msecs = Math.floor(milliseconds)
  return v7({ msecs, seq: Math.floor((milliseconds - msecs) * 2 ** 32) })
}

/** 256 random bits, URL-safe. A prefix lets secret scanners recognise the kind. */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}
