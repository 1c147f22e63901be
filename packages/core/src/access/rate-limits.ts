import type { Database, Store } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { unixTime } from '../times.ts'
import { createWindows, type Window } from './rate-windows.ts'
import { type Block, reserve } from './reserve.postgres.ts'

export interface RateLimit {
  /** Length of the window in seconds. */
  seconds: number
  /** Requests that a window allows. */
  limit: number
}

/** The rest of a window after a request was counted. */
export interface Allowance extends RateLimit {
  remaining: number
  /** Seconds until the window ends. */
  resetsIn: number
  allowed: boolean
}

/** Counts requests in fixed windows. */
export interface RateLimiter {
  count(subject: string, limits: readonly RateLimit[]): Promise<Allowance[]> | Allowance[]
  /** Releases a count: a limited request does not count. */
  giveBack(subject: string, limits: readonly RateLimit[]): void
}

/** A process takes a hundredth of a window at a time from the shared count: exact for limits up to 100. */
const RESERVED_PART = 100

/**
 * On SQLite there is one process, which counts in memory. On PostgreSQL the count is shared: a process takes requests
 * in small blocks, of which it reserves the next while the last is in use, so that they cost no request a round trip.
 * @param now the time in milliseconds
 */
// Long because all of it shares the windows.
export function createRateLimiter(database: Database, now: () => number = Date.now): RateLimiter {
  const { windowOf } = createWindows(now)

  function allowanceOf({ seconds, limit }: RateLimit, used: number, time: number): Allowance {
    const resetsIn = Math.ceil(seconds - ((time / 1000) % seconds))
    return { seconds, limit, remaining: Math.max(0, limit - used), resetsIn, allowed: used <= limit }
  }

  function countHere(subject: string, limits: readonly RateLimit[]): Allowance[] {
    const time = now()
    return limits.map((limit) => {
      const startsAt = startOf(limit.seconds, time)
      const window = windowOf(subject, limit.seconds, startsAt)
      window.used++
      return allowanceOf(limit, window.used, time)
    })
  }

  /** Requests that wait together share one reservation, and so do the windows of a request. */
  async function reserveBlocks(subject: string, counted: readonly Counted[]): Promise<void> {
    const blocks = counted.map(({ window, limit: { seconds, limit } }) => {
      const size = Math.max(window.waiting, blockOf(limit))
      return { seconds, startsAt: window.startsAt, size }
    })
    const totals = await database.read(({ connection }) => reserve(connection, subject, blocks))
    for (const [index, { window }] of counted.entries()) {
      const { seconds, size } = blocks[index] as Block
      const reserved = totals.get(seconds) ?? size
      window.next = { used: reserved - size, reserved }
    }
  }

  function startReserving(subject: string, counted: readonly Counted[]): void {
    if (counted.length === 0) return
    const reserving = reserveBlocks(subject, counted).finally(() => {
      for (const { window } of counted) window.reserving = undefined
    })
    // Whoever needs it sees the failure; a block that is reserved ahead is tried for again.
    reserving.catch(() => undefined)
    for (const { window } of counted) window.reserving = reserving
  }

  /** Counts a request for which all windows have room reserved. */
  function take(subject: string, counted: readonly Counted[], time: number): Allowance[] {
    const allowances = counted.map(({ window, limit }) => allowanceOf(limit, ++window.used, time))
    startReserving(subject, counted.filter(needsBlockAhead))
    return allowances
  }

  async function takeOnceReserved(subject: string, counted: readonly Counted[], time: number): Promise<Allowance[]> {
    for (const { window } of counted) window.waiting++
    try {
      for (;;) {
        const lacking = counted.filter(({ window }) => !hasRoom(window))
        // In the same turn as the check: concurrent requests check afterwards.
        if (lacking.length === 0) return take(subject, counted, time)
        startReserving(
          subject,
          lacking.filter(({ window }) => !window.reserving),
        )
        await Promise.all(lacking.map(({ window }) => window.reserving))
      }
    } finally {
      for (const { window } of counted) window.waiting--
    }
  }

  function countTogether(subject: string, limits: readonly RateLimit[]): Promise<Allowance[]> | Allowance[] {
    const time = now()
    const counted = limits.map((limit) => ({
      limit,
      window: windowOf(subject, limit.seconds, startOf(limit.seconds, time)),
    }))
    const isReserved = counted.every(({ window }) => hasRoom(window))
    return isReserved ? take(subject, counted, time) : takeOnceReserved(subject, counted, time)
  }

  /** With a shared count, the released requests stay reserved by this process. */
  function giveBack(subject: string, limits: readonly RateLimit[]): void {
    const time = now()
    for (const { seconds } of limits) {
      const window = windowOf(subject, seconds, startOf(seconds, time))
      if (window.used > 0) window.used--
    }
  }

  return { count: database.isShared ? countTogether : countHere, giveBack }
}

/** The start of the window that contains a time, in seconds. */
function startOf(seconds: number, time: number): number {
  return Math.floor(time / 1000 / seconds) * seconds
}

interface Counted {
  limit: RateLimit
  window: Window
}

/** The number of requests that are reserved at a time; 0 where each is counted by itself. */
function blockOf(limit: number): number {
  return Math.floor(limit / RESERVED_PART)
}

/** Whether a request is reserved, in the block under way or in the one that was reserved ahead. */
function hasRoom(window: Window): boolean {
  const { next } = window
  if (window.used >= window.reserved && next) {
    window.used = next.used
    window.reserved = next.reserved
    window.next = undefined
  }
  return window.used < window.reserved
}

/** Whether the next block is reserved now, so that no request has to wait for it: at the half of this one. */
function needsBlockAhead({ window, limit: { limit } }: Counted): boolean {
  const block = blockOf(limit)
  if (block < 2 || window.next || window.reserving) return false
  return window.used < limit && window.reserved - window.used <= block / 2
}

/** Deletes windows that ended more than an hour ago. */
export async function forgetOldWindows(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = unixTime(now) - 7200
  await inSteps(store, (tx, rows) => deleteSome(tx, 'rate_windows', [['starts_at', '<', oldest]], rows))
}
