import { Failure } from '../errors/failure.ts'
import type { RequestContext } from '../protocol/request-context.ts'
import { pause } from '../timing.ts'

const ATTEMPTS = 3
const FIRST_WAIT_MS = 150
/** If the server asks for a longer wait, the person is told to call again instead. */
const LONGEST_WAIT_MS = 5000

/** Retries what may be retried: what never arrived, or does no harm when done twice. */
export async function withRetries<T>({ replayable, signal }: RequestContext, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Failure) || error.retryAfterMs === undefined || attempt === ATTEMPTS) throw error
      const wait = Math.max(error.retryAfterMs, FIRST_WAIT_MS * 2 ** (attempt - 1))
      if (wait > LONGEST_WAIT_MS || !(replayable || error.unsent)) throw error
      await pause(wait, signal)
    }
  }
}
