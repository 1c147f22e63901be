import type { Cache } from '../../cache/cache.ts'
import type { HostSession } from '../../host/session.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { CODE, type Id, RpcError } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { META } from '../../protocol/revisions.ts'
import type { Identity } from '../../protocol/server-identity.ts'
import type { Server } from '../../server/server.ts'
import type { Forwarding } from '../forwarding.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The subscriptions of the host, forwarded in the form of the server's era. */
export interface SubscriptionRequests {
  /** `subscriptions/listen`: it has no answer as long as it lasts. */
  listen(id: Id, params: JsonObject): Promise<undefined>
  /** `resources/subscribe` and `resources/unsubscribe`. */
  change(
    method: 'resources/subscribe' | 'resources/unsubscribe',
    params: JsonObject,
    context: RequestContext,
  ): Promise<JsonObject>
  /** The host has withdrawn a request, which may be a subscription. */
  end(id: Id): void
  /** Asks the server for all that is wanted. */
  renew(): void
}

export interface SubscriptionRequestsOptions {
  host: HostSession
  server: Server
  cache: Cache
  subscriptions: Subscriptions
  forwarding: Forwarding
}

export function openSubscriptionRequests(options: SubscriptionRequestsOptions): SubscriptionRequests {
  const { host, server, cache, subscriptions, forwarding } = options

  function renew() {
    const wanted = subscriptions.wanted(cache.identity())
    if (wanted) server.subscribe(wanted, host.info())
  }

  return {
    renew,
    async listen(id, params) {
      const notifications = subscriptions.listen(id, params.notifications)
      // What a subscription tells begins with what of it is honoured.
      host.notify('notifications/subscriptions/acknowledged', { notifications, _meta: { [META.subscription]: id } })
      const uris = notifications.resourceSubscriptions ?? []
      if (uris.length > 0 && server.era() === 'modern') renew()
      if (server.era() === 'modern') return undefined
      for (const uri of uris) await server.request('resources/subscribe', { uri }, forwarding.background())
      return undefined
    },
    async change(method, params, context) {
      if (typeof params.uri !== 'string') throw new RpcError(CODE.invalidParams, 'uri must be a string')
      if (method === 'resources/subscribe') subscriptions.subscribe(params.uri)
      else subscriptions.unsubscribe(params.uri)
      const identity = cache.identity()
      // Hosts were told before the server was known that they may ask for this.
      if (identity && !canSubscribe(identity)) return {}
      if (server.era() !== 'modern') return server.request(method, params, context)
      renew()
      return {}
    },
    end(id) {
      if (subscriptions.end(id)) renew()
    },
  }
}

function canSubscribe({ capabilities: { resources } }: Identity): boolean {
  return isObject(resources) && resources.subscribe === true
}
