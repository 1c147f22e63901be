import type { Database } from '../storage/database.ts'
import { changes } from './channel.ts'

/** Told of what has happened, by the ids of workspaces and people; of nothing where anything may have. */
type Listener = (ids?: ReadonlySet<string>) => void

export interface ChangeWatch {
  /** @returns stops */
  add(wake: Listener): () => void
}

/** Listens once for all who watch, and only while somebody does: on PostgreSQL it takes a connection. */
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
