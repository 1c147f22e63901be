/** A clock that runs as fast as each of those under way gets on: a half as fast with two, since they share the database. */
export function createSharedClock() {
  let last = performance.now()
  let clock = 0
  let running = 0

  function advance(): void {
    const now = performance.now()
    if (running > 0) clock += (now - last) / running
    last = now
  }

  return {
    /** @returns the clock, for `leave` */
    join(): number {
      advance()
      running++
      return clock
    },
    /** @returns the milliseconds that were its share */
    leave(began: number): number {
      advance()
      running--
      return clock - began
    },
  }
}
