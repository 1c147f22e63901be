import { ConnectionError, type HandrailError, RateLimitError } from './errors.ts'

const FIRST_DELAY_MS = 500
const MAX_BACKOFF_MS = 8_000
/** Answers of the server or a proxy after which a request that is safe to repeat may succeed. */
const TEMPORARY = new Set([408, 500, 502, 503, 504])

/** Whether to send a request again. @param isSafe whether a second one does no more than the first */
export function isRepeatable(error: HandrailError, isSafe: boolean): boolean {
  // Refused before anything was done.
  if (error instanceof RateLimitError) return true
  if (!isSafe) return false
  // The first attempt, whose connection broke, is still running. Other conflicts are with the state of a record.
  return error instanceof ConnectionError || error.code === 'idempotency_key_in_use' || TEMPORARY.has(error.status ?? 0)
}

/** Milliseconds before the next attempt: as the server says, or twice as long each time, spread over half of it. */
export function delayBefore({ retryAfter }: HandrailError, repetitions: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000
  return Math.min(MAX_BACKOFF_MS, FIRST_DELAY_MS * 2 ** repetitions) * (0.5 + Math.random() / 2)
}

/** @throws the reason of the signal */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
