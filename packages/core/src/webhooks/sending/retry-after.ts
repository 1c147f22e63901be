/**
 * Parses a `Retry-After` header (RFC 9110 section 10.2.3), a number or a date, to seconds.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  // Without an upper limit, which the caller applies.
  if (/^\d+$/.test(header)) return Math.min(Number(header), Number.MAX_SAFE_INTEGER)
  // An HTTP date begins with the name of a day; Date.parse would accept almost anything.
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
