import { type Cache, LISTS, type ListName } from '../cache/cache.ts'
import { sentenceOf } from '../errors/failure.ts'
import type { HostSession } from '../host/session.ts'
import type { JsonObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import type { Server } from '../server/server.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

/** Carries notifications from one side to the other. */
export interface Notifications {
  listChanged(name: ListName): void
  /** Any list may be another than before. */
  everythingChanged(): void
  fromServer(method: string, params: JsonObject): void
  /** Notifications for the server; `cancelled` also ends a request here. */
  fromHost(method: string, params: JsonObject): void
}

const LIST_CHANGED: Record<ListName, string> = {
  tools: 'notifications/tools/list_changed',
  resources: 'notifications/resources/list_changed',
  resourceTemplates: 'notifications/resources/list_changed',
  prompts: 'notifications/prompts/list_changed',
}
/** The progress is that of what the server asked the host for. */
const FOR_LEGACY: readonly string[] = ['notifications/roots/list_changed', 'notifications/progress']
const LIST_NAMES = Object.keys(LISTS) as ListName[] // `Object.keys` says string.

export interface NotificationsOptions {
  host: HostSession
  server: Server
  cache: Cache
  subscriptions: Subscriptions
  log: Log
}

export function openNotifications({ host, server, cache, subscriptions, log }: NotificationsOptions): Notifications {
  function tell(method: string, params: JsonObject) {
    for (const copy of subscriptions.copies(method, params)) host.notify(copy.method, copy.params)
  }

  return {
    listChanged: (name) => tell(LIST_CHANGED[name], {}),
    everythingChanged() {
      cache.expire()
      for (const method of new Set(Object.values(LIST_CHANGED))) tell(method, {})
    },
    fromServer(method, params) {
      for (const name of LIST_NAMES) if (LIST_CHANGED[name] === method) cache.expire(name)
      if (method !== 'notifications/message') tell(method, params)
      // Modern hosts get log messages with the answer to the request that they belong to.
      else if (host.era() === 'legacy') host.notify(method, params)
    },
    fromHost(method, params) {
      if (!FOR_LEGACY.includes(method) || server.era() !== 'legacy') return
      void server
        .notify(method, params)
        .catch((error: unknown) => log.info('A notification to the server failed', { why: sentenceOf(error) }))
    },
  }
}
