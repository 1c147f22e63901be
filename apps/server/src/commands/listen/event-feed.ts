import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure.ts'

/** An event of the API. */
export interface FeedEvent {
  id: string
  event: string
  timestamp: string
  sequence: number
  data: Record<string, unknown>
}

/** The events of a workspace, oldest first, read over the API: each exactly once. */
export interface Feed {
  /** Sets the start: a time, or now. @throws Failure if the server cannot be reached or rejects the key */
  begin(since: string | undefined): Promise<void>
  next(): Promise<{ events: FeedEvent[]; hasMore: boolean }>
  pause(milliseconds: number): Promise<void>
}

interface FeedOptions {
  base: string
  key: string
  signal: AbortSignal
}

interface Page {
  data: FeedEvent[]
  meta: { next_cursor: string; has_more: boolean; settled_until: string }
}

const REQUEST_MS = 30_000
/** The pause before a retry, while the server restarts or limits the rate. */
const AGAIN_MS = 2000
const PASSING: readonly number[] = [429, 500, 502, 503, 504]

export function openFeed({ base, key, signal }: FeedOptions): Feed {
  let place: Record<string, string> = {}

  async function ask(parameters: Record<string, string>): Promise<Page | number | undefined> {
    const url = `${base}/api/v1/events?${new URLSearchParams({ order: 'oldest', ...parameters })}`
    const limits = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)])
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(url, { headers, signal: limits }).catch(() => undefined)
    signal.throwIfAborted()
    if (!response || PASSING.includes(response.status)) return response?.status
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && isPage(body)) return body
    throw new Failure(`${base} answers ${response.status}: ${sentenceIn(body)}`)
  }

  return {
    async begin(since) {
      const page = await ask({ per_page: '1', ...(since !== undefined && { since }) })
      if (typeof page !== 'object')
        throw new Failure(`${base} cannot be reached${page ? ` (${page})` : ''}: set its address with --public-url`)
      place = { since: since ?? page.meta.settled_until }
    },
    async next() {
      for (;;) {
        const page = await ask({ per_page: '100', ...place })
        if (typeof page === 'object') {
          place = { cursor: page.meta.next_cursor }
          return { events: page.data, hasMore: page.meta.has_more }
        }
        await sleep(AGAIN_MS, undefined, { signal })
      }
    },
    pause: (milliseconds) => sleep(milliseconds, undefined, { signal }),
  }
}

function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'data' in body && 'meta' in body
}

/** The message of an error of the API. */
function sentenceIn(body: unknown): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: { message?: string } }
  return error?.message ?? 'not a Handrail instance, or an older release'
}
