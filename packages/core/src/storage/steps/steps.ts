import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store, Tx } from '../database.ts'

/** What a step may take of the writer's time: between the two nothing changes. */
const LONG_MS = 8
const FIRST_ROWS = 100
const MIN_ROWS = 10
const MAX_ROWS = 2000
/** How often a pause looks whether there is something else to do, and the share of the time below which there is not. */
const LOOK_MS = 2
const IDLE = 0.5
/** How long it goes on: the rest waits for the next time, so that whoever stops the service need not. */
const AT_MOST_MS = 5000

/**
 * Does work of any size in steps so small that nobody who writes meanwhile waits long for one, with pauses between them.
 * @param step does as much as it is told to, and answers how much there was
 * @param longest how many milliseconds a step may take, where rows cost so much that smaller steps would be commits above all
 * @param before what a step needs that nobody who writes has to wait for
 * @returns whether nothing is left to do
 */
export async function inSteps(
  { write, isInterrupted = () => false }: Pick<Store, 'write' | 'isInterrupted'>,
  step: (tx: Tx, rows: number) => Promise<number>,
  longest = LONG_MS,
  before: (rows: number) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const began = performance.now()
  for (let rows = FIRST_ROWS; performance.now() - began < AT_MOST_MS && !isInterrupted(); ) {
    let took = 0
    await before(rows)
    const done = await write(async (tx) => {
      const started = performance.now()
      const count = await step(tx, rows)
      took = performance.now() - started
      return count
    })
    if (done < rows) return true
    if (took > longest) rows = Math.max(MIN_ROWS, Math.floor(rows / 2))
    else if (took < longest / 2) rows = Math.min(MAX_ROWS, rows * 2)
    await giveWay(took)
  }
  return false
}

/** Half of the time is for everybody else, unless this process has nothing else to do. */
async function giveWay(took: number): Promise<void> {
  const until = performance.now() + took
  do {
    const before = performance.eventLoopUtilization()
    await sleep(Math.min(took, LOOK_MS))
    if (performance.eventLoopUtilization(before).utilization < IDLE) return
  } while (performance.now() < until)
}
