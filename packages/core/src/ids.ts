import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes are made for so many ids at once: by itself, each would take ten microseconds, and a guide has 20,000 steps. */
const POOLED = 256
const BYTES = 16
const MAX_SEQ = 2 ** 32 - 1
const pool = Buffer.alloc(POOLED * BYTES)
let used = POOLED

/** The time and the number of the last id. */
let last = { msecs: 0, seq: 0 }

/** A UUIDv7: ordered by time, also within one millisecond of one process (RFC 9562 section 6.2). */
export function newId(): string {
  if (used === POOLED) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used * BYTES, (used + 1) * BYTES)
  used++
  const now = Date.now()
  // Numbers begin in the lower half, so that there is room for those of the same millisecond.
  if (now > last.msecs) last = { msecs: now, seq: random.readUInt32BE(0) >>> 1 }
  else last = last.seq === MAX_SEQ ? { msecs: last.msecs + 1, seq: 0 } : { msecs: last.msecs, seq: last.seq + 1 }
  return v7({ ...last, random })
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
