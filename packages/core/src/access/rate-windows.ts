/** The state of a window of a subject in this process. */
export interface Window {
  startsAt: number
  endsAt: number
  used: number
  /** How many requests of the shared count this process has reserved. */
  reserved: number
  /** A block that was reserved ahead: up to which count, and from which on. */
  next: { used: number; reserved: number } | undefined
  /** Number of requests that wait for a reservation. */
  waiting: number
  reserving: Promise<void> | undefined
}

const MAX_WINDOWS = 100_000
/** Maximum number of active windows that are skipped to find an evictable one. */
const MAX_SPARED = 16

/** A bounded number of windows. Times are in seconds, but for `now`, which is in milliseconds. */
export function createWindows(now: () => number) {
  /** The oldest first. */
  const windows = new Map<string, Window>()

  /**
   * Evicts one window: the oldest that has ended or was counted once. Windows with higher counts move to the end,
   * otherwise made-up subjects could evict the counts of active ones.
   */
  function evictOne(): void {
    const time = now() / 1000
    let spared = 0
    for (const [key, window] of windows) {
      windows.delete(key)
      if (window.used <= 1 || window.endsAt <= time || spared === MAX_SPARED) return
      windows.set(key, window)
      spared++
    }
  }

  return {
    /** The window of a subject with the given start; created if it does not exist. */
    windowOf(subject: string, seconds: number, startsAt: number): Window {
      const key = `${seconds} ${subject}`
      const known = windows.get(key)
      if (known?.startsAt === startsAt) return known
      if (known) windows.delete(key)
      else if (windows.size >= MAX_WINDOWS) evictOne()
      const endsAt = startsAt + seconds
      const fresh = { startsAt, endsAt, used: 0, reserved: 0, next: undefined, waiting: 0, reserving: undefined }
      windows.set(key, fresh)
      return fresh
    },
  }
}
