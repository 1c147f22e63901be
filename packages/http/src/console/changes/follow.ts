import { setTimeout as sleep } from 'node:timers/promises'
import { type Bound, type OutputOf, operations } from '@handrail/core'

type Answer = OutputOf<typeof operations.listChanges>

/** However much happens, it is told so often at most. */
const EVERY_MS = 500
/** So often something is sent in any case, and looked whether there is news that no wake-up told of. */
const HEARTBEAT_MS = 15_000

/** A comment (HTML Standard, server-sent events): it says that the line is there. */
const HEARTBEAT = ':\n\n'

interface Following {
  /** The member, as the role is now; undefined once the session, the role or the membership has ended. */
  member(): Promise<Bound | undefined>
  /** Calls back when there may be news. @returns stops */
  watch(wake: () => void): () => void
  /** Where a former line broke off. */
  after: string | undefined
  /** Aborted when the reader has gone or the server stops. */
  signal: AbortSignal
}

/**
 * What happens in a workspace as server-sent events, until the signal or the end of the session. It is read as it is sent:
 * whoever reads slowly is told later and of more at once, and nothing is kept for them.
 */
export async function* follow({ member, watch, after, signal }: Following): AsyncGenerator<string> {
  const news = newsOf(watch, signal)
  let told = new Set<string>()
  let cursor = after
  try {
    while (!signal.aborted) {
      const current = await member()
      if (!current) return
      const answer = await current.invoke(operations.listChanges, { cursor })
      const fresh = answer.data.filter(({ id }) => !told.has(id))
      told = new Set(answer.data.map(({ id }) => id))
      const isNews = fresh.length > 0 || !answer.meta.complete || cursor === undefined
      cursor = answer.meta.next_cursor
      yield isNews ? frame({ ...answer, data: fresh }) : HEARTBEAT
      await pause(EVERY_MS, signal)
      await news.next()
    }
  } finally {
    news.stop()
  }
}

function frame({ data, meta }: Answer): string {
  const changes = data.map(({ event, subject_id }) => ({ event, subject_id }))
  return `id: ${meta.next_cursor}\nevent: changes\ndata: ${JSON.stringify({ changes, complete: meta.complete })}\n\n`
}

/** Remembers that there was news until somebody has waited for it. */
function newsOf(watch: Following['watch'], signal: AbortSignal) {
  let isNews = false
  let wake: () => void = () => undefined
  const stop = watch(() => {
    isNews = true
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    stop,
    /** Resolves with news, with the next heartbeat, or when it is over. */
    async next(): Promise<void> {
      if (!isNews && !signal.aborted) {
        const woken = new AbortController()
        wake = () => woken.abort()
        await pause(HEARTBEAT_MS, woken.signal)
      }
      isNews = false
    },
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
