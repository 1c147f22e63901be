import type { QueryClient } from '@tanstack/react-query'
import { isGone } from '../../api/error.ts'
import { isStaleAfter, isThereAfter } from './invalidation.ts'
import { ANYTHING, type Told } from './stream/changes.ts'

/** What is told within this time is asked for at once. */
const GATHER_MS = 150
/** However much happens, a page asks so often at most, and never while it still waits for an answer. */
const EVERY_MS = 2000

/** Asks anew for what has changed, as far as it is shown; the rest when it is shown again. */
export function createRefresh(client: QueryClient, workspace: string) {
  let gathered: Told[] = []
  let timer: number | undefined
  let isRunning = false
  let ranAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    timer = undefined
    isRunning = true
    const [isStale, isThere] = [isStaleAfter(gathered), isThereAfter(gathered)]
    gathered = []
    await client.invalidateQueries({
      // What is gone is not asked for again and again, since its page would show that it loads: only once it is brought back.
      predicate: ({ queryKey, state }) =>
        queryKey[0] === workspace &&
        isStale(queryKey) &&
        (isThere(queryKey) || !(state.data === undefined && isGone(state.error))),
    })
    isRunning = false
    ranAt = performance.now()
    if (gathered.length > 0) begin()
  }

  function begin(): void {
    if (timer !== undefined || isRunning) return
    const wait = Math.max(GATHER_MS, EVERY_MS - (performance.now() - ranAt))
    timer = window.setTimeout(() => void run(), wait)
  }

  return {
    add(told: Told): void {
      if (told.complete && told.changes.length === 0) return
      // Of what was told once, more need not be kept than that there was something.
      gathered = told.complete && gathered.length < 50 ? [...gathered, told] : [ANYTHING]
      begin()
    },
    stop: () => window.clearTimeout(timer),
  }
}
