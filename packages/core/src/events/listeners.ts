import type { Sealer } from '../secret/seal.ts'
import type { Database, StoredEvent } from '../storage/database.ts'
import { countListening, requestOf } from '../webhooks/events/requests.ts'
import type { HandrailEvent } from './event.ts'
import type { Listeners } from './listener.ts'
import { readEvent } from './read-event.ts'
import { requireHandler, requireSubscription } from './subscription.ts'

/** The event that a listener failed with, and the request that has made it, if it was one of this process. */
interface About {
  event_id: string
  event: string
  workspace_id: string
  request_id: string | undefined
}

interface Parts {
  database: Database
  sealer: Sealer
  onError(error: unknown, about: About): void
}

type Any = (event: HandrailEvent) => unknown

export function createListeners({ database, sealer, onError }: Parts): Listeners {
  const byType = new Map<string, Set<Any>>()
  let unsubscribe: (() => void) | undefined

  function publish(stored: StoredEvent): void {
    const listeners = [...(byType.get(stored.type) ?? []), ...(byType.get('*') ?? [])]
    if (listeners.length === 0) return
    // Not within the commit, whose other work does not wait for listeners.
    queueMicrotask(() => {
      for (const listener of listeners) call(listener, stored)
    })
  }

  /** Each gets an object of its own, which it may change. */
  async function call(listener: Any, stored: StoredEvent): Promise<void> {
    try {
      await listener(readEvent(sealer, stored))
    } catch (error) {
      const { id: event_id, type: event, workspace_id } = stored
      onError(error, { request_id: requestOf(stored), event_id, event, workspace_id })
    }
  }

  function off(type: string, listener: Any): void {
    const listeners = byType.get(type)
    listeners?.delete(listener)
    if (listeners?.size === 0) byType.delete(type)
    if (byType.size > 0) return
    if (!unsubscribe) return
    unsubscribe()
    unsubscribe = undefined
    countListening(-1)
  }

  return {
    on(type, listener, { signal } = {}) {
      requireSubscription(type, 'on')
      requireHandler(listener, `on('${type}', listener)`)
      // Listeners are kept by type: they are called with no other.
      const any = listener as Any
      const end = () => off(type, any)
      if (signal?.aborted) return end
      byType.set(type, (byType.get(type) ?? new Set()).add(any))
      if (!unsubscribe) {
        unsubscribe = database.subscribe(publish)
        countListening(1)
      }
      signal?.addEventListener('abort', end, { once: true })
      return end
    },
    off(type, listener) {
      requireSubscription(type, 'off')
      // As above.
      off(type, listener as Any)
    },
  }
}
