import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may go on. */
export interface Pace {
  /** Whether others are to have a turn of the event loop now. */
  isDue(): boolean
  /** Gives others a turn. */
  rest(): Promise<void>
  /** Whether it has taken as long as it may in all. */
  isOver(): boolean
}

/** Begins now. @param turnMs after which others have a turn @param longestMs in all */
export function createPace(turnMs: number, longestMs = Number.POSITIVE_INFINITY): Pace {
  const began = performance.now()
  let turnBegan = began
  return {
    isDue: () => performance.now() - turnBegan > turnMs,
    async rest() {
      await nextTurn()
      turnBegan = performance.now()
    },
    isOver: () => performance.now() - began > longestMs,
  }
}
