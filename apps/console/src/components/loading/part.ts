import { useLayoutEffect, useSyncExternalStore } from 'react'

type PartState<M> = { is: 'unloaded' | 'loading' | 'failed' } | { is: 'loaded'; module: M }

/** A part of the console that is loaded when it is needed. */
export interface Part<M> {
  /** Loads it, unless it is loaded or loading. After a failure, it tries again. */
  load(): void
  /** Loads it before it is needed. A failure that is shown stays. */
  loadAhead(): void
  state(): PartState<M>
  subscribe(listener: () => void): () => void
}

export function createPart<M>(fetchModule: () => Promise<M>): Part<M> {
  let state: PartState<M> = { is: 'unloaded' }
  let attempts = 0
  let failure: unknown
  const listeners = new Set<() => void>()
  const change = (next: PartState<M>) => {
    state = next
    for (const listener of listeners) listener()
  }
  const load = () => {
    if (state.is === 'loading' || state.is === 'loaded') return
    change({ is: 'loading' })
    attempts += 1
    importAgain<M>(failure, attempts, fetchModule).then(
      (module) => change({ is: 'loaded', module }),
      (error) => {
        failure = error
        change({ is: 'failed' })
      },
    )
  }
  return {
    load,
    loadAhead() {
      if (state.is === 'unloaded') load()
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Imports a module. A browser may keep a failed import: it answers another one of the same address with the same failure. Chromium
 * and Firefox have the address in the message of the failure, and with another query it is requested again. A style sheet that failed
 * is named there by Vite, which does not request it again either.
 */
async function importAgain<M>(failure: unknown, attempt: number, first: () => Promise<M>): Promise<M> {
  const words = failure instanceof Error ? failure.message.split(' ') : []
  const sheet = words.find((word) => word.endsWith('.css'))
  const link = sheet && document.querySelector(`link[href="${sheet}"]`)
  if (link) link.replaceWith(link.cloneNode())
  const address = words.find((word) => word.startsWith('http') && word.includes('.js'))
  if (address === undefined) return first()
  const again = new URL(address)
  again.searchParams.set('attempt', String(attempt))
  return import(/* @vite-ignore */ again.href)
}

/** The state of a part, which is loaded as soon as it is needed. */
export function usePart<M>(part: Part<M>, isNeeded: boolean): PartState<M> {
  const state = useSyncExternalStore(part.subscribe, part.state)
  // Before the first frame: a part that could not be loaded ahead is not shown as failed.
  useLayoutEffect(() => {
    if (isNeeded) part.load()
  }, [part, isNeeded])
  return state
}
