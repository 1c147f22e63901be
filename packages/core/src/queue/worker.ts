import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel, Database, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { MINUTE_MS, SECOND_MS } from '../times.ts'
import { startHeartbeat } from './heartbeat.ts'
import {
  bringForward,
  type Forwarded,
  type QueueTable,
  releaseAll,
  releaseLost,
  releaseOwn,
  stillLeased,
} from './leases.ts'
import { type ClockReading, hasStalled, readClock } from './stall.ts'

/** Outcomes within this time are recorded together. */
const GATHER_MS = 5
/** Outcomes are recorded in parts, until the time is over, so that other writers do not wait. */
const OUTCOMES = 64
const WRITE_MS = 15
/** Maximum number of outcomes per transaction, and of the records that it locks. */
const RECORDED = 512
/** Maximum number of claims per transaction, so that other writers do not wait. */
const CLAIMED = 384
/** While many outcomes are not recorded yet, fewer are claimed, but never none. */
const CLAIMED_BEHIND = 128
const SLOW_BEHIND = 32
/** Minimum interval of maintenance. */
const MAINTAIN_EVERY_MS = 100
const RELEASE_EVERY_MS = 5000
const AFTER_FAULT_MS = 250
/** Interval of reports while a database is unreachable. */
const REPORT_EVERY_MS = MINUTE_MS
/** Minimum difference by which the clock counts as set back. */
const SET_BACK_MS = SECOND_MS
/** How long to wait at the end. Unfinished work is released. */
const STOP_MS = 2000

/** The number of items a claim may take. */
export interface Capacity {
  limit: number
  /** Those of unknown speed among them: their outcomes cost more. */
  slow: number
}

/** A queue of items to send: how to claim and how to send them. */
export interface Queue<Job, Ended> {
  /** Wakes the worker after a commit. */
  readonly channel: Channel
  /** The polling interval: finds items that became due by time, and missed notifications. Read before each pause. */
  readonly pollMs: number
  /** Maximum number of items under way per process. */
  readonly limit: number
  /** Whether each step of an attempt is rolled back if another worker has the lease: then duplicate processing is harmless. */
  readonly isFenced?: boolean
  table(tables: Tables): QueueTable
  idOf(job: Job): string
  /** Claims due items up to the capacity, and leases them to a worker. */
  claim(tx: Tx, capacity: Capacity, holder: string): Promise<readonly Job[]>
  /** Makes one attempt. It never throws: errors are part of its outcome. */
  send(job: Job): Promise<Ended>
  /** Locks all records that outcomes change beside their own, before the first is recorded. */
  lockAffected?(tx: Tx, ended: readonly Ended[]): Promise<void>
  /** Records the outcomes of attempts whose lease is still that of their claim. */
  recordOutcomes(tx: Tx, ended: readonly Ended[]): Promise<void>
  /** Whether an outcome must survive a power cut: otherwise, a lost one is sent again. */
  isLasting(ended: Ended): boolean
  /** Reschedules other items after the clock was set back. */
  bringForward?(tx: Tx): Promise<void>
  /** Called when the worker stops: long work ends after its current step. */
  interrupt?(): void
  /** Maintenance in steps, at least as often as the polling interval. @returns whether there may be more */
  maintain?(): Promise<boolean>
}

export interface Worker {
  /** Milliseconds since the last claim: few, unless the database fails. */
  sinceRun(): number
  /** Waits briefly for running work and starts nothing new. */
  stop(): Promise<void>
}

interface Options {
  database: Database
  onError(error: unknown): void
}

/** Runs a queue until it is stopped. Any number of processes can do so on one PostgreSQL. */
// Long because all of it shares what is under way.
export function startWorker<Job, Ended>(jobQueue: Queue<Job, Ended>, { database, onError }: Options): Worker {
  const holder = randomUUID()
  const underWay = new Map<string, Promise<void>>()
  const waits = new AbortController()
  let outcomes: { id: string; ended: Ended }[] = []
  let stopping = false
  let maintainedAt = Number.NEGATIVE_INFINITY
  let released = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  let ranAt = performance.now()
  let forwarded = ''
  let wake: () => void = () => undefined
  const stopListening = database.listen(jobQueue.channel, () => wake())

  function start(job: Job): void {
    const id = jobQueue.idOf(job)
    const sending = jobQueue.send(job).then((ended) => {
      outcomes.push({ id, ended })
      underWay.delete(id)
      wake()
    })
    underWay.set(id, sending)
  }

  /** Ends early when the worker is stopped, because a timer would keep the process running. */
  function pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: waits.signal }).catch(() => undefined)
  }

  function capacityFor(unwritten: number): Capacity {
    const limit = Math.min(Math.max(CLAIMED - unwritten, CLAIMED_BEHIND), jobQueue.limit - underWay.size - unwritten)
    return { limit, slow: Math.min(Math.max(CLAIMED - unwritten, SLOW_BEHIND), limit) }
  }

  /** @returns the number of recorded outcomes: the rest is recorded in the next cycle, as all are if this one fails */
  async function recordSome(tx: Tx): Promise<number> {
    const began = performance.now()
    // Others arrive meanwhile.
    const all = outcomes.slice(0, RECORDED).map(({ ended }) => ended)
    await jobQueue.lockAffected?.(tx, all)
    let written = 0
    while (written < all.length && (written === 0 || stopping || performance.now() - began < WRITE_MS)) {
      const some = all.slice(written, written + OUTCOMES)
      await jobQueue.recordOutcomes(tx, some)
      written += some.length
    }
    return written
  }

  /** Records outcomes and claims due items in one transaction. @returns whether there may be more, and whether few were due */
  async function cycle(): Promise<{ sends: boolean; hasRoom: boolean }> {
    const capacity = capacityFor(outcomes.length)
    const began = readClock()
    const lasting = outcomes.some(({ ended }) => jobQueue.isLasting(ended))
    let written = 0
    const take = async (tx: Tx) => {
      written = await recordSome(tx)
      return !stopping && capacity.limit > 0 ? jobQueue.claim(tx, capacity, holder) : []
    }
    const jobs = await database.write(take, { lasting, planned: 'anew' })
    outcomes = outcomes.slice(written)
    for (const job of await stillOurs(jobs, began)) start(job)
    return { sends: jobs.length > 0 || outcomes.length > 0, hasRoom: jobs.length < capacity.limit / 2 }
  }

  /** Of a worker that has stalled since the claim, the items that no other worker has claimed meanwhile. */
  async function stillOurs(jobs: readonly Job[], began: ClockReading): Promise<readonly Job[]> {
    // The one process of an SQLite file has no others.
    if (!database.isShared || jobs.length === 0 || !hasStalled(began)) return jobs
    const asked = readClock()
    const held = await database.read((reader) =>
      stillLeased(reader, jobQueue.table(reader.tables), holder, jobs.map(jobQueue.idOf)),
    )
    const ours = jobs.filter((job) => held.has(jobQueue.idOf(job)))
    return stillOurs(ours, asked)
  }

  /** Periodic work: lost attempts, and the maintenance of the queue. @returns whether there may be more */
  async function maintain(): Promise<boolean> {
    maintainedAt = performance.now()
    if (performance.now() - released > RELEASE_EVERY_MS) {
      released = performance.now()
      const setBack = await database.write(async (tx) => {
        const table = jobQueue.table(tx.tables)
        await releaseLost(tx, table, (id) => underWay.has(id) || outcomes.some((one) => one.id === id))
        return Date.parse(tx.stamp) - Date.parse(tx.time) < SET_BACK_MS ? undefined : tx.stamp
      })
      if (setBack !== undefined && forwarded !== setBack) await forward()
      forwarded = setBack ?? forwarded
    }
    return (await jobQueue.maintain?.()) ?? false
  }

  async function forward(): Promise<void> {
    let after: Forwarded | undefined
    do after = await database.write((tx) => bringForward(tx, jobQueue.table(tx.tables), after))
    while (after)
    await database.write(async (tx) => jobQueue.bringForward?.(tx))
  }

  async function run(): Promise<void> {
    let begun = database.isShared
    /** Of the maintenance, after the last time. */
    let hasMore = false
    while (!stopping) {
      try {
        if (!begun) await database.write((tx) => releaseAll(tx, jobQueue.table(tx.tables)))
        begun = true
        if (jobQueue.isFenced) await heartbeat?.begun
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        const { sends, hasRoom } = await cycle()
        // Also under load, because scheduled items become due this way.
        const isDue = !sends || (hasRoom && hasMore) || performance.now() - maintainedAt > MAINTAIN_EVERY_MS
        if (isDue) hasMore = await maintain()
        ranAt = performance.now()
        if (!sends && !hasMore) await Promise.race([woken, pause(jobQueue.pollMs)])
        await pause(GATHER_MS)
        toldAt = Number.NEGATIVE_INFINITY
      } catch (error) {
        if (performance.now() - toldAt > REPORT_EVERY_MS) {
          toldAt = performance.now()
          onError(error)
        }
        await pause(AFTER_FAULT_MS)
      }
    }
  }

  // The only process of an SQLite file needs no heartbeat.
  const heartbeat = database.isShared ? startHeartbeat({ database, holder, queue: jobQueue }) : undefined
  const running = run().catch(onError)
  return {
    sinceRun: () => performance.now() - ranAt,
    async stop() {
      stopping = true
      jobQueue.interrupt?.()
      stopListening()
      waits.abort()
      wake()
      await running
      await ended(underWay.values())
      try {
        while (outcomes.length > 0) await cycle()
      } catch (error) {
        onError(error)
      }
      const unfinished = [...underWay.keys()]
      if (unfinished.length > 0)
        await database.write((tx) => releaseOwn(tx, jobQueue.table(tx.tables), holder, unfinished)).catch(onError)
      await heartbeat?.end()
    },
  }
}

/** Waits for running work, but not for long. */
async function ended(underWay: Iterable<Promise<void>>): Promise<void> {
  const limit = new AbortController()
  const late = sleep(STOP_MS, undefined, { signal: limit.signal }).catch(() => undefined)
  await Promise.race([Promise.all(underWay), late])
  limit.abort()
}
