import type { Database } from '../storage/database.ts'
import { changes } from './channel.ts'

/** Called with the ids of changed workspaces and people; without ids if any of them may have changed. */
type Listener = (ids?: ReadonlySet<string>) => void

export interface ChangeWatch {
  /** @returns a function that stops listening */
  add(wake: Listener): () => void
}

/** Shares one subscription between all listeners, only while there are any: on PostgreSQL it uses a connection. */
export function createChangeWatch(database: Database): ChangeWatch {
  const watchers = new Set<Listener>()
  let stopListening: (() => void) | undefined
  return {
    add(wake) {
      watchers.add(wake)
      stopListening ??= database.listen(changes, (ids) => {
        for (const one of watchers) one(ids)
      })
      return () => {
        watchers.delete(wake)
        if (watchers.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
}
