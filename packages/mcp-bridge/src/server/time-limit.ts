import { Failure } from '../errors/failure.ts'

/**
 * Runs with a signal that also aborts when the time is up.
 * @throws Failure when it is
 */
export async function withTimeLimit<T>(
  ms: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), ms)
  const onAbort = () => limit.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  // Not everything heeds the signal: another process may hold the lock of the credentials.
  const over = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true })
  })
  try {
    return await Promise.race([run(limit.signal), over])
  } catch (cause) {
    signal.throwIfAborted()
    if (!limit.signal.aborted) throw cause
    throw new Failure(
      `The server did not answer within ${Math.round(ms / 1000)} s: it may still be running, so check the result before you call again.`,
      { code: 'timeout', cause },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
