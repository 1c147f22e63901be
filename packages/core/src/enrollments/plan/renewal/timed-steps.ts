import { setTimeout as sleep } from 'node:timers/promises'
import type { Store, Tx } from '../../../storage/database.ts'

/** How long a call goes on: other work of the upkeep waits for it. */
const AT_MOST_MS = 30_000

/** How long a transaction takes up further items: others who write wait for it. */
const STEP_MS = 10

/** The time by `performance.now()` until which a call may go on. */
export function deadline(): number {
  return performance.now() + AT_MOST_MS
}

/**
 * Does work on some items in transactions of milliseconds, with pauses of the same length between them.
 * @param until of `deadline`: the rest waits for the next time
 * @param work does one item
 * @param end does what follows the last item of a transaction, and answers whether to go on
 * @returns whether it was done for all items
 */
export async function inTimedSteps<T>(
  { write, isInterrupted = () => false }: Pick<Store, 'write' | 'isInterrupted'>,
  items: readonly T[],
  until: number,
  work: (tx: Tx, item: T) => Promise<void>,
  end: (tx: Tx, last: T) => Promise<boolean> = async () => true,
): Promise<boolean> {
  for (let left = items; left.length > 0; ) {
    if (isInterrupted() || performance.now() > until) return false
    const { count, took, goesOn } = await write(async (tx) => {
      const started = performance.now()
      const passed = () => performance.now() - started
      let done = 0
      for (const item of left) {
        await work(tx, item)
        done += 1
        if (passed() > STEP_MS) break
      }
      const last = left[done - 1]
      return { count: done, goesOn: last === undefined || (await end(tx, last)), took: passed() }
    })
    if (!goesOn) return false
    left = left.slice(count)
    // Half of the time is everybody else's.
    await sleep(took)
  }
  return true
}
