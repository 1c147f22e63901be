import { setTimeout as sleep } from 'node:timers/promises'
import { type Bound, type OutputOf, operations } from '@handrail/core'

type Answer = OutputOf<typeof operations.listChanges>

/** The shortest time between two messages of a line. */
const EVERY_MS = 500
/** The shortest time on average between two messages of all lines of a process, which cost it almost half a millisecond each. */
const EACH_MS = 6
/** The longest time between two messages; also checks for changes whose notification was lost. */
const HEARTBEAT_MS = 15_000

/** A comment, which keeps the connection open (HTML Standard, server-sent events). */
const HEARTBEAT = ':\n\n'

interface Following {
  /** The member with the current role; undefined once the session, the role or the membership has ended. */
  member(): Promise<Bound | undefined>
  /** Calls back when there may be changes. @returns a function that unsubscribes */
  watch(wake: () => void): () => void
  /** The number of lines that are open in this process. */
  lines(): number
  /** The cursor at which an earlier connection ended. */
  after: string | undefined
  /** Aborted when the client disconnects or the server stops. */
  signal: AbortSignal
}

/**
 * The changes of a workspace as server-sent events, until the signal or the end of the session. Changes are read as they are
 * sent: a slow client gets fewer, larger messages, and nothing is buffered for it.
 */
export async function* follow({ member, watch, lines, after, signal }: Following): AsyncGenerator<string> {
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
      await pause(pauseFor(lines()), signal)
      await news.next()
    }
  } finally {
    news.stop()
  }
}

/**
 * Time until the next message of a line, in milliseconds: with many lines it is longer, and it differs, so that they do not all read
 * at once after a change. The first change after a quiet time is told at once.
 */
export function pauseFor(lines: number): number {
  return Math.max(EVERY_MS, lines * EACH_MS) * (0.75 + Math.random() / 2)
}

function frame({ data, meta }: Answer): string {
  const changes = data.map(({ event, subject_id }) => ({ event, subject_id }))
  return `id: ${meta.next_cursor}\nevent: changes\ndata: ${JSON.stringify({ changes, complete: meta.complete })}\n\n`
}

/** Remembers a notification until the next call of `next`. */
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
    /** Resolves with a notification, at the next heartbeat, or at the end. */
    async next(): Promise<void> {
      if (!isNews && !signal.aborted)
        await new Promise<void>((resolve) => {
          const heartbeat = setTimeout(resolve, HEARTBEAT_MS)
          wake = () => {
            clearTimeout(heartbeat)
            resolve()
          }
        })
      isNews = false
    },
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
