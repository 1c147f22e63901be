import type { Log } from '../log/log.ts'

/** Says on stderr that the server lets a request wait: whoever looks there learns that it is not the bridge that hangs. */
export interface SilenceWatch {
  /** @returns to be called when the request has its answer */
  asked(method: string): () => void
}

const AFTER_MS = 10_000
/** As long as the server stays silent, it is said no more often than that. */
const AGAIN_MS = 60_000
/** These wait on purpose. */
const STREAMS: readonly string[] = ['subscriptions/listen']

export function openSilenceWatch({ url, log }: { url: URL; log: Pick<Log, 'say'> }): SilenceWatch {
  let saidAt = Number.NEGATIVE_INFINITY

  function say(method: string) {
    if (performance.now() - saidAt < AGAIN_MS) return
    saidAt = performance.now()
    log.say(`The server at ${url.origin} has not answered ${method} for ${AFTER_MS / 1000} s.`)
  }

  return {
    asked(method) {
      if (STREAMS.includes(method)) return () => undefined
      const timer = setTimeout(() => say(method), AFTER_MS)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
