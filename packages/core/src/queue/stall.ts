/** A moment by two clocks: one that never goes back but may stand still while a machine sleeps, and one that does not. */
export interface ClockReading {
  monotonic: number
  wall: number
}

/** Less than after which others take a worker for dead, whose last sign may have been a while before. */
const STALL_MS = 3000

export function readClock(): ClockReading {
  return { monotonic: performance.now(), wall: Date.now() }
}

/** Whether so long has passed that others may have taken this process for dead. */
export function hasStalled(since: ClockReading): boolean {
  const { monotonic, wall } = readClock()
  return Math.max(monotonic - since.monotonic, wall - since.wall) > STALL_MS
}
