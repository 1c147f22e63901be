import { performance } from 'node:perf_hooks'

/** Something that has run for so long lets others go on before its next part. Most never do. */
const LONG_MS = 15

export interface LoopClock {
  /** Whether the event loop has run for long without a turn for anything else, whatever it began with: a request, or an answer of the database. */
  isLong(): boolean
  stop(): void
}

/** Looks at the clock in each turn of the event loop. It keeps no process alive, and causes no turns. */
export function createLoopClock(): LoopClock {
  let next: NodeJS.Immediate
  // Without the time in which it waits for something to happen.
  let began = performance.eventLoopUtilization()
  let beganAt = performance.now()
  const look = () => {
    began = performance.eventLoopUtilization()
    beganAt = performance.now()
    next = setImmediate(look).unref()
  }
  next = setImmediate(look).unref()
  return {
    // Asked before each statement: the time with its waiting is cheaper, and mostly short enough.
    isLong: () => performance.now() - beganAt >= LONG_MS && performance.eventLoopUtilization(began).active >= LONG_MS,
    stop: () => clearImmediate(next),
  }
}
