/** A point in time by two clocks: a monotonic one that may stop while a machine sleeps, and the wall clock. */
export interface ClockReading {
  monotonic: number
  wall: number
}

/** Shorter than the time after which others consider a worker dead, whose last heartbeat may be older. */
const STALL_MS = 3000

export function readClock(): ClockReading {
  return { monotonic: performance.now(), wall: Date.now() }
}

/** Whether others may have considered this process dead. */
export function hasStalled(since: ClockReading): boolean {
  const { monotonic, wall } = readClock()
  return Math.max(monotonic - since.monotonic, wall - since.wall) > STALL_MS
}
