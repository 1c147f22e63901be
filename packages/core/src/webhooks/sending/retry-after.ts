/**
 * The seconds of a `Retry-After` header (RFC 9110 section 10.2.3), as a number or a date.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  // However far ahead: who honours it has a limit.
  if (/^\d+$/.test(header)) return Math.min(Number(header), Number.MAX_SAFE_INTEGER)
  // An HTTP date begins with the name of a day; Date.parse would take almost anything.
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
