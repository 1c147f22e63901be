import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A UUIDv7: ordered by time, also within one millisecond of one process (RFC 9562 section 6.2). */
export function newId(): string {
  return v7()
}

/** 256 random bits, URL-safe. A prefix lets secret scanners recognise what it is. */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}
