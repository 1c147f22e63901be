import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, StoredEvent, Tx } from '../../storage/database.ts'

const inProgress = new AsyncLocalStorage<string>()
/** By event, the request that has made it in this process. */
const requests = new WeakMap<StoredEvent, string>()
let listening = 0

/** Counts those who listen to events in this process. */
export function countListening(change: 1 | -1): void {
  listening += change
}

/** Does the work of a request, which the faults of listeners then name. Where nobody listens, it costs nothing. */
export function inRequest(id: string, work: () => void): void {
  if (listening === 0) work()
  else inProgress.run(id, work)
}

/** A database whose transactions run as a part of the request that wants them, though a queue begins them. */
export function knowRequests(database: Database): Database {
  return {
    ...database,
    write: (work, options) => database.write(listening === 0 ? work : AsyncLocalStorage.bind(work), options),
  }
}

/** Gives an event to the subscribers of this process, once the transaction is committed. Commits are shared by requests. */
export function publishEvent(tx: Tx, event: StoredEvent): void {
  const request = listening === 0 ? undefined : inProgress.getStore()
  if (request !== undefined) requests.set(event, request)
  tx.publish(event)
}

/** The request that has made an event; undefined for the work of the background, and without listeners at that time. */
export function requestOf(event: StoredEvent): string | undefined {
  return requests.get(event)
}
