import { type Cache, type CachedList, LISTS, type ListName } from '../../cache/cache.ts'
import { sentenceOf } from '../../errors/failure.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { Log } from '../../log/log.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import type { Tool } from '../../protocol/tool.ts'
import { isUnknownMethod } from '../../server/http/responses.ts'
import { type MirroredParameter, mirroredParameters } from '../../server/modern/parameter-headers.ts'
import type { Server } from '../../server/server.ts'
import { inTime } from '../../timing.ts'

/** The server's lists: from the cache while they hold, or where the server is slow, down or wants a sign-in. */
export interface ServerLists {
  /** @throws what the server answered, where there is nothing in the cache */
  get(name: ListName, context: RequestContext): Promise<CachedList>
  /** The cached list, without a request. */
  known(name: ListName): CachedList | undefined
  tool(name: string): Tool | undefined
  /** Asks the server again for a list. */
  refresh(name: ListName, context: RequestContext): Promise<CachedList>
  mirrored(name: string): readonly MirroredParameter[]
}

export interface ServerListsOptions {
  server: Server
  cache: Cache
  log: Log
  /** Told of the tools whenever the server has listed them. */
  onTools(tools: readonly JsonObject[]): void
  /** Told when a list turned out, too late for its answer, to be another than was answered. */
  onChanged(name: ListName): void
  now?: () => number
}

/** How long the server may take where something is in the cache, and where nothing is. */
const PATIENCE_MS = { cached: 1500, uncached: 10_000 }
const MOST_PAGES = 50

export function openServerLists(options: ServerListsOptions): ServerLists {
  const { cache, log, onTools, onChanged, now = Date.now } = options
  const asking = new Map<ListName, Promise<CachedList>>()

  function refresh(name: ListName, context: RequestContext): Promise<CachedList> {
    const running = asking.get(name)
    if (running) return running
    // Whoever asked first may cancel; the others go on waiting.
    const unending = { ...context, signal: new AbortController().signal, notify: () => undefined }
    const begun = ask(options, name, unending)
      .catch((error: unknown) => {
        if (!isUnknownMethod(error)) throw error
        return { items: [], at: now(), ttlMs: 0, cacheScope: 'private' }
      })
      .then((list) => {
        cache.setList(name, list)
        if (name === 'tools') onTools(list.items)
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
    async get(name, context) {
      const cached = cache.list(name)
      if (cached && now() < cached.at + cached.ttlMs) return cached
      const arriving = refresh(name, context)
      const patience = cached ? PATIENCE_MS.cached : PATIENCE_MS.uncached
      const arrived = await inTime(arriving, patience, () => undefined, context.signal).catch((error: unknown) => {
        if (!cached) throw error
        log.info('A list is answered from the cache', { list: name, why: sentenceOf(error) })
        return cached
      })
      if (arrived) return arrived
      void arriving.then(
        (late) => {
          if (!cached || JSON.stringify(late.items) !== JSON.stringify(cached.items)) onChanged(name)
        },
        (error: unknown) => log.info('A list could not be loaded', { list: name, why: sentenceOf(error) }),
      )
      if (cached) return cached
      return { items: [], at: now(), ttlMs: 0, cacheScope: 'private' }
    },
  }
}

/** Asks for all pages of a list. */
async function ask(
  { server, log, now = Date.now }: ServerListsOptions,
  name: ListName,
  context: RequestContext,
): Promise<CachedList> {
  const items: JsonObject[] = []
  let cursor: unknown
  let first: JsonObject | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const result = await server.request(LISTS[name], cursor === undefined ? {} : { cursor }, context)
    first ??= result
    items.push(...(Array.isArray(result[name]) ? result[name].filter(isObject) : []))
    cursor = result.nextCursor
    if (typeof cursor !== 'string' || cursor === '') break
  }
  const usable = name === 'tools' ? items.filter((item) => isUsable(item, server, log)) : items
  const { ttlMs, cacheScope } = first ?? {}
  return {
    items: usable,
    at: now(),
    ttlMs: typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0,
    cacheScope: cacheScope === 'public' ? 'public' : 'private',
  }
}

/** Tools with an invalid `x-mcp-header` must not be used over HTTP (2026-07-28, "Schema Extension"). */
function isUsable(item: JsonObject, server: Server, log: Log): boolean {
  if (typeof item.name !== 'string') return false
  if (server.era() !== 'modern' || mirroredParameters({ ...item, name: item.name })) return true
  log.warn('A tool is left out, because its x-mcp-header declaration is invalid', { tool: item.name })
  return false
}
