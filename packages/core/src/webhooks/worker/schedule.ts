/** Seconds from one attempt to the next: at once, then 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const DELAYS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const MAX_RETRY_AFTER_SECONDS = 86_400
/** Jitter of a fifth either way, so that deliveries that failed together are not retried together. */
const JITTER = 0.2

export const MAX_ATTEMPTS = DELAYS.length

/**
 * Milliseconds until the attempt that follows `attempts` failed ones; undefined when that was the last.
 * @param retryAfter what the receiver asked for, in seconds; honoured up to a day
 * @param random between 0 and 1
 */
export function delayAfter(attempts: number, retryAfter: number | undefined, random: number): number | undefined {
  const seconds = DELAYS[attempts]
  if (seconds === undefined) return undefined
  const jittered = seconds * (1 - JITTER + 2 * JITTER * random)
  return Math.round(1000 * Math.max(jittered, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS)))
}

/**
 * The seconds of a `Retry-After` header (RFC 9110 section 10.2.3), as a number or a date.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,10}$/.test(header)) return Number(header)
  // An HTTP date begins with the name of a day; Date.parse would take almost anything.
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
