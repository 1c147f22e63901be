import { createContext, useContext, useEffect, useRef } from 'react'
import type { ChangeBatch } from './stream/changes.ts'

type Listener = (changes: ChangeBatch) => void

/** Calls the listener for every batch of changes. @returns stops that */
export type Subscribe = (listener: Listener) => () => void

export const ChangeListeners = createContext<Subscribe>(() => () => undefined)

/** Listens for changes while the component is mounted: for state that requesting a query again does not update. */
export function useChangeListener(listener: Listener): void {
  const subscribe = useContext(ChangeListeners)
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => subscribe((changes) => latest.current(changes)), [subscribe])
}

/** The listeners of a workspace. */
export function createListeners(): { notify: Listener; subscribe: Subscribe } {
  const listeners = new Set<Listener>()
  return {
    notify(changes) {
      for (const listener of listeners) listener(changes)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
