import { sql } from 'drizzle-orm'
import type { Database, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { unixTime } from '../times.ts'
import { createWindows, type Window } from './rate-windows.ts'

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
 * in small blocks, so that most of them cost no round trip.
 * @param now the time in milliseconds
 */
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

  /**
   * Concurrent requests share one reservation: separate ones would use up more than needed.
   * @returns how many requests were taken
   */
  async function take(window: Window, subject: string, limit: RateLimit): Promise<number> {
    window.waiting++
    try {
      while (window.used >= window.reserved) {
        window.reserving ??= reserveBlock(window, subject, limit).finally(() => {
          window.reserving = undefined
        })
        await window.reserving
      }
      // In the same turn as the check: concurrent requests check afterwards.
      return ++window.used
    } finally {
      window.waiting--
    }
  }

  async function reserveBlock(window: Window, subject: string, { seconds, limit }: RateLimit): Promise<void> {
    const { startsAt } = window
    const block = Math.max(window.waiting, Math.floor(limit / RESERVED_PART))
    const total = await database.write((tx) => reserve(tx, { subject, seconds, startsAt, block }))
    window.used = total - block
    window.reserved = total
  }

  async function countTogether(subject: string, limits: readonly RateLimit[]): Promise<Allowance[]> {
    const time = now()
    const allowances: Allowance[] = []
    for (const limit of limits) {
      const startsAt = startOf(limit.seconds, time)
      const window = windowOf(subject, limit.seconds, startsAt)
      allowances.push(allowanceOf(limit, await take(window, subject, limit), time))
    }
    return allowances
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

interface Reservation {
  subject: string
  seconds: number
  startsAt: number
  block: number
}

/** @returns how many requests of the window all processes have taken */
async function reserve(tx: Tx, { subject, seconds, startsAt, block }: Reservation): Promise<number> {
  const { rate_windows: windows } = tx.tables
  const [row] = await tx.db
    .insert(windows)
    .values({ credential_id: subject, seconds, starts_at: startsAt, used: block })
    .onConflictDoUpdate({
      target: [windows.credential_id, windows.seconds, windows.starts_at],
      set: { used: sql`${windows.used} + ${block}` },
    })
    .returning({ used: windows.used })
  return row?.used ?? block
}

/** Deletes windows that ended more than an hour ago. */
export async function forgetOldWindows(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = unixTime(now) - 7200
  await inSteps(store, (tx, rows) => deleteSome(tx, 'rate_windows', [['starts_at', '<', oldest]], rows))
}
