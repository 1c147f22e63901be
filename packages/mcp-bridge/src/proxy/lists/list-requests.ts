import type { Cache, ListName } from '../../cache/cache.ts'
import { sentenceOf } from '../../errors/failure.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { Log } from '../../log/log.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { SignInNeeded } from '../../server/http/sign-in-needed.ts'
import type { SignInPrompts } from '../sign-in/sign-in-prompts.ts'
import { forbids, type ToolFilter } from '../tools/filter.ts'
import type { Pinning } from '../tools/pinning.ts'
import { SIGN_IN_TOOL } from '../tools/sign-in-tool.ts'
import type { ServerLists } from './server-lists.ts'

export interface ListRequestsOptions {
  cache: Cache
  lists: ServerLists
  filter: ToolFilter
  signIns: SignInPrompts | undefined
  log: Log
  pinning: Pick<Pinning, 'isShown'>
}

/** Answers a host that asks for a list: without what is switched off, and never with nothing for want of a sign-in. */
export type ListRequests = (name: ListName, context: RequestContext) => Promise<JsonObject>

export function openListRequests({ cache, lists, filter, signIns, log, pinning }: ListRequestsOptions): ListRequests {
  function shown(name: ListName, items: JsonObject[]): JsonObject[] {
    if (name !== 'tools') return items
    const tools = items.map((item) => ({ ...item, name: String(item.name) }))
    return tools.filter((tool) => !forbids(filter, tool.name, tool) && pinning.isShown(tool))
  }

  return async (name, context) => {
    const area = name === 'resourceTemplates' ? 'resources' : name
    const identity = cache.identity()
    if (identity && name !== 'tools' && !isObject(identity.capabilities[area])) return { [name]: [] }
    try {
      const { items, at, ttlMs, cacheScope } = await lists.get(name, context)
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
