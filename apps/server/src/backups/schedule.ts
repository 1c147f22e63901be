import { randomUUID } from 'node:crypto'
import { type BackupAttempt, backupAttempts, type Database, takeLease } from '@handrail/core/internal'
import type { Config } from '../configuration/config.ts'
import { openPlace } from './place.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A lease ends after a minute. */
const RENEW_MS = 20_000
const LEASE = 'backup'

interface Regularly {
  config: Config
  /** In a server its own: a second connection of one process would wait for the first. */
  database: Database
  /** A folder or a bucket. */
  to: string
  /** In milliseconds. */
  every: number
  /** Makes a backup, and records it. */
  attempt(): Promise<void>
  onError(error: unknown): void
}

export interface Schedule {
  stop(): Promise<void>
}

/** Makes a backup so often, in one process at a time, and at once if the last one is that old. */
export async function backUpRegularly({ config, to, onError, ...work }: Regularly): Promise<Schedule> {
  const place = await openPlace(to, config)
  place.close()
  const check = dueBackups({ to: place.shown, ...work })
  let running: Promise<unknown> | undefined
  const look = () => {
    running ??= check()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, MINUTE_MS)
  look()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

interface Due extends Pick<Regularly, 'database' | 'every' | 'attempt'> {
  /** The place, as attempts are recorded with it. */
  to: string
  /** Milliseconds that no change of the clock moves. */
  monotonic?: () => number
}

/** @returns makes a backup if one is due and no other process makes one. @returns whether it did */
export function dueBackups({ database, to, every, attempt, monotonic = () => performance.now() }: Due) {
  const holder = randomUUID()
  /** After an attempt, whether it failed or could not be recorded: the clock, which can jump, does not decide alone. */
  const pause = Math.min(every, HOUR_MS)
  let pausedUntil = Number.NEGATIVE_INFINITY
  const lease = { name: LEASE, holder }

  return async function check(): Promise<boolean> {
    if (monotonic() < pausedUntil) return false
    const taken = await database.write(async (tx) => {
      const attempts = await backupAttempts(tx, new Date(Date.parse(tx.time) - every).toISOString(), EXAMINED)
      if (
        !isDue(
          attempts.filter((one) => one.to === to),
          { now: Date.parse(tx.time), pause },
        )
      )
        return undefined
      return takeLease(tx, lease)
    })
    if (taken === undefined) return false
    // If it fails once, the next renewal is in time.
    const renewal = setInterval(
      () => void database.write((tx) => takeLease(tx, lease)).catch(() => undefined),
      RENEW_MS,
    )
    try {
      await attempt()
    } finally {
      clearInterval(renewal)
      pausedUntil = monotonic() + pause
    }
    return true
  }
}

/** Attempts of a few places, each of them once a minute. */
const EXAMINED = 1000

/** @param attempts of the interval. Those of the future were recorded by a clock that was set back since, and do not count */
function isDue(attempts: readonly BackupAttempt[], { now, pause }: { now: number; pause: number }): boolean {
  const past = attempts.filter(({ at }) => Date.parse(at) <= now + MINUTE_MS)
  return past.every(({ failure, at }) => failure !== undefined && Date.parse(at) <= now - pause)
}
