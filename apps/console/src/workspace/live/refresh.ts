import type { QueryClient } from '@tanstack/react-query'
import { isGone } from '../../api/error.ts'
import { isStaleAfter, isThereAfter } from './invalidation.ts'
import { type ChangeBatch, UNKNOWN_CHANGES } from './stream/changes.ts'

/** Changes that arrive within this time are handled together. */
const BATCH_MS = 150
/** The shortest time between two refreshes, however much changes; none starts while another is running. */
const MIN_INTERVAL_MS = 2000

/** Invalidates the queries that changes make stale: those on screen are requested again now, the others when shown. */
export function createRefresh(client: QueryClient, workspace: string) {
  let pending: ChangeBatch[] = []
  let timer: number | undefined
  let isRunning = false
  let ranAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    timer = undefined
    isRunning = true
    const [isStale, isThere] = [isStaleAfter(pending), isThereAfter(pending)]
    pending = []
    await client.invalidateQueries({
      // A deleted record is requested again only after it was restored: its page would flicker between loading and not found.
      predicate: ({ queryKey, state }) =>
        queryKey[0] === workspace &&
        isStale(queryKey) &&
        (isThere(queryKey) || !(state.data === undefined && isGone(state.error))),
    })
    isRunning = false
    ranAt = performance.now()
    if (pending.length > 0) begin()
  }

  function begin(): void {
    if (timer !== undefined || isRunning) return
    const wait = Math.max(BATCH_MS, MIN_INTERVAL_MS - (performance.now() - ranAt))
    timer = window.setTimeout(() => void run(), wait)
  }

  return {
    add(batch: ChangeBatch): void {
      if (batch.complete && batch.changes.length === 0) return
      // Past this many batches, everything is invalidated.
      pending = batch.complete && pending.length < 50 ? [...pending, batch] : [UNKNOWN_CHANGES]
      begin()
    },
    stop: () => window.clearTimeout(timer),
  }
}
