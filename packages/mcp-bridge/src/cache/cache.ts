import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../json.ts'
import type { Era } from '../protocol/revisions.ts'
import { type Identity, identityOf } from '../protocol/server-identity.ts'
import { nameOf, writeSmallFile } from './files.ts'

/** The lists of a server, by the name of the member that holds their items. */
export const LISTS = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
} as const
export type ListName = keyof typeof LISTS

export interface CachedList {
  items: JsonObject[]
  /** Milliseconds since 1970 at which it was answered, and for how long the server said that it holds. */
  at: number
  ttlMs: number
  cacheScope: string
}

/** The kind of client that a server needs: for its era, or for the transport of the oldest revision. */
export type ServerKind = Era | 'sse'

interface Content {
  identity?: Identity
  lists: Partial<Record<ListName, CachedList>>
}

/** The last answers of one server for one profile, so that the next start can answer without it. */
export interface Cache {
  identity(): Identity | undefined
  setIdentity(identity: Identity): void
  list(name: ListName): CachedList | undefined
  setList(name: ListName, list: CachedList): void
  /** Marks a list, or all of them, as outdated. */
  expire(name?: ListName): void
  /** Forgets what was private to whoever was signed in. */
  forget(): void
  era(): ServerKind | undefined
  /** @param kind undefined forgets it */
  setEra(kind: ServerKind | undefined): void
}

export interface CacheOptions {
  folder: string
  url: URL
  profile: string
  now?: () => number
}

/** Servers change: the era is asked for again after a week. */
const ERA_HOLDS_MS = 7 * 24 * 3600 * 1000
const FORMAT = 1

/** Reads and writes small files in `folder`; where that fails, it lives in memory alone. */
export function openCache({ folder, url, profile, now = Date.now }: CacheOptions): Cache {
  const file = join(folder, `${nameOf(url.href, profile)}.cache.json`)
  const eraFile = join(folder, `${nameOf(url.origin, '')}.era.json`)
  let content = contentOf(read(file))
  let cachedEra = read(eraFile)

  function save() {
    write(file, { format: FORMAT, url: url.href, profile, ...content })
  }

  const write = (path: string, value: JsonObject) => writeSmallFile(folder, path, value)

  return {
    identity: () => content.identity,
    setIdentity: (identity) => {
      if (JSON.stringify(identity) === JSON.stringify(content.identity)) return
      content = { ...content, identity }
      save()
    },
    list: (name) => content.lists[name],
    setList: (name, list) => {
      content = { ...content, lists: { ...content.lists, [name]: list } }
      save()
    },
    expire: (only) => {
      for (const [name, list] of Object.entries(content.lists))
        if (only === undefined || name === only) content.lists[name as ListName] = { ...list, ttlMs: 0 }
    },
    forget: () => {
      const kept = Object.entries(content.lists).filter(([, { cacheScope }]) => cacheScope === 'public')
      content = { ...content, lists: Object.fromEntries(kept) }
      save()
    },
    era: () => {
      const { era, at } = cachedEra ?? {}
      const isYoung = typeof at === 'string' && now() - Date.parse(at) < ERA_HOLDS_MS
      return isYoung && (era === 'modern' || era === 'legacy' || era === 'sse') ? era : undefined
    },
    setEra: (era) => {
      if (era === undefined) {
        cachedEra = undefined
        rmSync(eraFile, { force: true })
        return
      }
      cachedEra = { format: FORMAT, origin: url.origin, era, at: new Date(now()).toISOString() }
      write(eraFile, cachedEra)
    },
  }
}

/** A file that cannot be read, or has another version, counts as none. */
function read(path: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(value) && value.format === FORMAT ? value : undefined
  } catch {
    return undefined
  }
}

function contentOf(value: JsonObject | undefined): Content {
  const { identity, lists } = value ?? {}
  return {
    ...(isObject(identity) && { identity: identityOf(identity) }),
    lists: isObject(lists) ? (lists as Content['lists']) : {},
  }
}
