import type { Branch } from './fair-queue.ts'
import { createSharedClock } from './shared-clock.ts'

/** Average share of the database that a request takes, in milliseconds, from which on a payer leaves most connections to others. */
const HEAVY_MS = 3
/** The slots of such a payer while others ask for something too: its queries would slow theirs down. */
const HEAVY_SLOTS = 1
/** Requests of a payer that wait, from which on it asks for more than it gets: who asks for little is not limited, however slow the answers. */
const MANY_WAITING = 8
/** How long somebody who has asked for something counts as a neighbour. */
const NEIGHBOUR_MS = 1000
/** How much of an average the last request is. */
const LAST_PART = 0.2

type Payer = Branch<unknown>

/** Requests of a payer that use the database at a time. */
export interface Slots {
  /** Notes that a payer asks for something. */
  notice(payer: Payer): void
  /** Whether a branch may have one more. */
  isFree(branch: Payer): boolean
  /** @returns when it began, for `leave` */
  take(payer: Payer): number
  /** @returns the milliseconds of the database that were its share */
  leave(payer: Payer, began: number): number
}

/** @param most of one payer. Infinity on SQLite, whose statements run on the main thread, one after the other. */
export function createSlots(most: number): Slots {
  const shared = createSharedClock()
  const averages = new WeakMap<Payer, number>()
  let last: Payer | undefined
  let neighbourSince = Number.NEGATIVE_INFINITY

  const isHeavy = (payer: Payer) =>
    payer.waiting >= MANY_WAITING &&
    (averages.get(payer) ?? 0) >= HEAVY_MS &&
    performance.now() - neighbourSince < NEIGHBOUR_MS

  return {
    notice(payer) {
      if (last !== undefined && last !== payer) neighbourSince = performance.now()
      last = payer
    },
    isFree: (branch) => branch.running < Math.min(most, HEAVY_SLOTS) || (branch.running < most && !isHeavy(branch)),
    take(payer) {
      payer.running++
      return shared.join()
    },
    leave(payer, began) {
      payer.running--
      const share = shared.leave(began)
      averages.set(payer, (averages.get(payer) ?? 0) * (1 - LAST_PART) + share * LAST_PART)
      return share
    },
  }
}
