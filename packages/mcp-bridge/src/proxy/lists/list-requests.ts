import type { Cache, ListName } from '../../cache/cache.ts'
import { sentenceOf } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import { type Fields, isFields } from '../../protocol.ts'
import type { Exchange } from '../../server/client.ts'
import { SignInNeeded } from '../../server/http/requests.ts'
import type { SignIns } from '../sign-in-prompts.ts'
import { SIGN_IN_TOOL } from '../tools/calls.ts'
import { forbids, type ToolFilter } from '../tools/filter.ts'
import type { Lists } from './server-lists.ts'

export interface ListingsOptions {
  cache: Cache
  lists: Lists
  filter: ToolFilter
  signIns: SignIns | undefined
  log: Log
}

/** What a host gets that asks for a list: without what is switched off, and never nothing for want of a sign-in. */
export function openListings({ cache, lists, filter, signIns, log }: ListingsOptions) {
  function shown(name: ListName, items: Fields[]): Fields[] {
    if (name !== 'tools') return items
    return items.filter((item) => !forbids(filter, String(item.name), { ...item, name: String(item.name) }))
  }

  return async (name: ListName, asked: Exchange): Promise<Fields> => {
    const area = name === 'resourceTemplates' ? 'resources' : name
    const identity = cache.identity()
    if (identity && name !== 'tools' && !isFields(identity.capabilities[area])) return { [name]: [] }
    try {
      const { items, at, ttlMs, cacheScope } = await lists.get(name, asked)
      return { [name]: shown(name, items), ttlMs: Math.max(0, at + ttlMs - Date.now()), cacheScope }
    } catch (error) {
      if (!(error instanceof SignInNeeded) || !signIns) throw error
      if (name !== 'tools') return { [name]: [] }
      // Not awaited: finding out how to sign in may take longer than a host waits for its tools.
      void signIns.offer(error).catch((failure: unknown) => log.say(sentenceOf(failure)))
      return { tools: [SIGN_IN_TOOL] }
    }
  }
}
