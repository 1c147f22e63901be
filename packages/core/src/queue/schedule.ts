/** Seconds between attempts: immediately, then 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const DELAYS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const MAX_WISH_SECONDS = 86_400
/** 20 percent of jitter, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.2

export const MAX_ATTEMPTS = DELAYS.length

/**
 * Milliseconds until the attempt after `attempts` failed ones; undefined after the last.
 * @param wish the delay requested by the other side, in seconds; at most a day
 * @param random between 0 and 1
 */
export function delayAfter(attempts: number, wish: number | undefined, random: number): number | undefined {
  const seconds = DELAYS[attempts]
  if (seconds === undefined) return undefined
  const jittered = seconds * (1 - JITTER + 2 * JITTER * random)
  return Math.round(1000 * Math.max(jittered, Math.min(wish ?? 0, MAX_WISH_SECONDS)))
}
