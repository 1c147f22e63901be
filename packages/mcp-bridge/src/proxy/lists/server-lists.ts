import { type Cache, type CachedList, LISTS, type ListName } from '../../cache/cache.ts'
import { sentenceOf } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import { type Fields, isFields, type Tool } from '../../protocol.ts'
import type { Exchange } from '../../server/client.ts'
import { isUnknownMethod } from '../../server/http/responses.ts'
import { type MirroredParameter, mirroredParameters } from '../../server/modern/parameter-headers.ts'
import type { Remote } from '../../server/server.ts'

/** The server's lists: from the cache while they hold, or where the server is slow, down or wants a sign-in. */
export interface Lists {
  /** @throws what the server answered, where there is nothing in the cache */
  get(name: ListName, exchange: Exchange): Promise<CachedList>
  /** What was last known, without asking. */
  known(name: ListName): CachedList | undefined
  tool(name: string): Tool | undefined
  /** Asks the server again for a list. */
  refresh(name: ListName, exchange: Exchange): Promise<CachedList>
  mirrored(name: string): readonly MirroredParameter[]
}

export interface ListsOptions {
  remote: Remote
  cache: Cache
  log: Log
  /** Told when a list turned out, too late for its answer, to be another than was answered. */
  onChanged(name: ListName): void
  now?: () => number
}

/** How long the server may take where something is in the cache, and where nothing is. */
const PATIENCE_MS = { cached: 1500, uncached: 10_000 }
const MOST_PAGES = 50

export function openLists({ remote, cache, log, onChanged, now = Date.now }: ListsOptions): Lists {
  const asking = new Map<ListName, Promise<CachedList>>()

  async function ask(name: ListName, exchange: Exchange): Promise<CachedList> {
    const items: Fields[] = []
    let cursor: unknown
    let first: Fields | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const result = await remote.request(LISTS[name], cursor === undefined ? {} : { cursor }, exchange)
      first ??= result
      items.push(...(Array.isArray(result[name]) ? result[name].filter(isFields) : []))
      cursor = result.nextCursor
      if (typeof cursor !== 'string' || cursor === '') break
    }
    const usable = name === 'tools' ? items.filter((item) => isUsable(item, remote, log)) : items
    const { ttlMs, cacheScope } = first ?? {}
    return {
      items: usable,
      at: now(),
      ttlMs: typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0,
      cacheScope: cacheScope === 'public' ? 'public' : 'private',
    }
  }

  function refresh(name: ListName, exchange: Exchange): Promise<CachedList> {
    const running = asking.get(name)
    if (running) return running
    // Whoever began it may be cancelled; the others that wait for it are not.
    const unending = { ...exchange, signal: new AbortController().signal, notify: () => undefined }
    const begun = ask(name, unending)
      .catch((error: unknown) => {
        if (!isUnknownMethod(error)) throw error
        return { items: [], at: now(), ttlMs: 0, cacheScope: 'private' }
      })
      .then((list) => {
        cache.setList(name, list)
        return list
      })
      .finally(() => asking.delete(name))
    asking.set(name, begun)
    return begun
  }

  return {
    known: (name) => cache.list(name),
    refresh,
    tool: (name) => cache.list('tools')?.items.find((item): item is Tool => item.name === name),
    mirrored(name) {
      const tool = this.tool(name)
      return (tool && mirroredParameters(tool)) ?? []
    },
    async get(name, exchange) {
      const cached = cache.list(name)
      if (cached && now() < cached.at + cached.ttlMs) return cached
      const arriving = refresh(name, exchange)
      const patience = cached ? PATIENCE_MS.cached : PATIENCE_MS.uncached
      const arrived = await inTime(arriving, patience, exchange.signal).catch((error: unknown) => {
        if (!cached) throw error
        log.info('A list is answered from the cache', { list: name, why: sentenceOf(error) })
        return cached
      })
      if (arrived) return arrived
      void arriving.then(
        (late) => {
          if (!cached || JSON.stringify(late.items) !== JSON.stringify(cached.items)) onChanged(name)
        },
        (error: unknown) => log.info('A list did not come', { list: name, why: sentenceOf(error) }),
      )
      if (cached) return cached
      return { items: [], at: now(), ttlMs: 0, cacheScope: 'private' }
    },
  }
}

/** @returns undefined when the time is over */
async function inTime<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Tools with an invalid `x-mcp-header` must not be used over HTTP (2026-07-28, "Schema Extension"). */
function isUsable(item: Fields, remote: Remote, log: Log): boolean {
  if (typeof item.name !== 'string') return false
  if (remote.era() !== 'modern' || mirroredParameters({ ...item, name: item.name })) return true
  log.warn('A tool is left out, because its x-mcp-header declaration is invalid', { tool: item.name })
  return false
}
