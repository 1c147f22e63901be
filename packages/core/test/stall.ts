import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 5

/** The longest time in milliseconds for which the work blocked the event loop. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, LOOK_EVERY_MS)
  await work()
  await sleep(LOOK_EVERY_MS)
  clearInterval(timer)
  return longest
}
