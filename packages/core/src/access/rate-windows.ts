/** What this process knows of a window in which a subject is counted. */
export interface Window {
  startsAt: number
  endsAt: number
  used: number
  /** How many of the shared count this process has taken for itself. */
  reserved: number
  /** Requests that wait for more to be taken. */
  waiting: number
  reserving: Promise<void> | undefined
}

const MAX_WINDOWS = 100_000
/** How many windows that are in use are passed over, at most, to find one that is not. */
const MAX_SPARED = 16

/** A bounded number of windows. Times are in seconds, but for `now`, which is in milliseconds. */
export function createWindows(now: () => number) {
  /** The oldest first. */
  const windows = new Map<string, Window>()

  /**
   * Makes room for one more. The oldest goes that has ended, or was counted once. What was counted more often has another
   * turn, or whoever makes up subjects could make it forget what stands in their way.
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
    /** The window of a subject that begins at a time, which is a new one where none is known. */
    windowOf(subject: string, seconds: number, startsAt: number): Window {
      const key = `${seconds} ${subject}`
      const known = windows.get(key)
      if (known?.startsAt === startsAt) return known
      if (known) windows.delete(key)
      else if (windows.size >= MAX_WINDOWS) evictOne()
      const fresh = { startsAt, endsAt: startsAt + seconds, used: 0, reserved: 0, waiting: 0, reserving: undefined }
      windows.set(key, fresh)
      return fresh
    },
  }
}
