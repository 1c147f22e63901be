import type { Database, StoredEvent } from './database.ts'

/** The subscribers of a database to the events of this process. */
export function createSubscribers() {
  const subscribers = new Set<(event: StoredEvent) => void>()
  const subscribe: Database['subscribe'] = (subscriber) => {
    subscribers.add(subscriber)
    return () => void subscribers.delete(subscriber)
  }
  const publish = (event: StoredEvent) => {
    for (const subscriber of subscribers) subscriber(event)
  }
  return { subscribe, publish }
}
