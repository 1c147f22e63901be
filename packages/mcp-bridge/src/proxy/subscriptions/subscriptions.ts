import { isObject, type JsonObject } from '../../json.ts'
import type { Id } from '../../protocol/messages.ts'
import type { Subscription } from '../../protocol/request-context.ts'
import { META, metaOf } from '../../protocol/revisions.ts'
import type { Identity } from '../../protocol/server-identity.ts'

/** The subscriptions of the host: by `subscriptions/listen`, or by `resources/subscribe` in earlier revisions. */
export interface Subscriptions {
  /** @returns the part of it that will be told */
  listen(id: Id, wanted: unknown): Subscription
  /** @returns whether there was one */
  end(id: Id): boolean
  subscribe(uri: string): void
  unsubscribe(uri: string): void
  /** The host speaks an older revision, and is told of every change. */
  tellAll(): void
  /** The notifications that a change means for the host. */
  copies(method: string, params: JsonObject): { method: string; params: JsonObject }[]
  /** The subscription to request from the server; undefined if it sends no notifications. */
  wanted(identity: Identity | undefined): Subscription | undefined
}

const CHANGES: Record<string, keyof Subscription> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
}

export function openSubscriptions(): Subscriptions {
  const listening = new Map<Id, Subscription>()
  const uris = new Set<string>()
  let all = false

  function accepts(filter: Subscription, method: string, { uri }: JsonObject): boolean {
    const change = CHANGES[method]
    if (change) return filter[change] === true
    return (
      method === 'notifications/resources/updated' && (filter.resourceSubscriptions ?? []).some((one) => one === uri)
    )
  }

  return {
    listen: (id, wanted) => {
      const honoured = subscriptionOf(wanted)
      listening.set(id, honoured)
      return honoured
    },
    end: (id) => listening.delete(id),
    subscribe: (uri) => void uris.add(uri),
    unsubscribe: (uri) => void uris.delete(uri),
    tellAll: () => {
      all = true
    },
    copies: (method, params) => {
      const marked = [...listening]
        .filter(([, filter]) => accepts(filter, method, params))
        .map(([id]) => ({ method, params: { ...params, _meta: { ...metaOf(params), [META.subscription]: id } } }))
      return all ? [...marked, { method, params }] : marked
    },
    wanted: (identity) => {
      const { tools, prompts, resources } = identity?.capabilities ?? {}
      const subscribed = new Set([
        ...uris,
        ...[...listening.values()].flatMap((one) => one.resourceSubscriptions ?? []),
      ])
      const wanted: Subscription = {
        ...(announces(tools, 'listChanged') && { toolsListChanged: true }),
        ...(announces(prompts, 'listChanged') && { promptsListChanged: true }),
        ...(announces(resources, 'listChanged') && { resourcesListChanged: true }),
        ...(announces(resources, 'subscribe') && subscribed.size > 0 && { resourceSubscriptions: [...subscribed] }),
      }
      return Object.keys(wanted).length > 0 ? wanted : undefined
    },
  }
}

function announces(capability: unknown, what: string): boolean {
  return isObject(capability) && capability[what] === true
}

function subscriptionOf(wanted: unknown): Subscription {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } = isObject(wanted)
    ? wanted
    : {}
  const uris = Array.isArray(resourceSubscriptions)
    ? resourceSubscriptions.filter((uri) => typeof uri === 'string')
    : []
  return {
    ...(toolsListChanged === true && { toolsListChanged }),
    ...(promptsListChanged === true && { promptsListChanged }),
    ...(resourcesListChanged === true && { resourcesListChanged }),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
  }
}
