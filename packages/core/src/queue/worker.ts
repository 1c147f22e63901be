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

/** Outcomes of this time are written together. */
const GATHER_MS = 5
/** Outcomes are written in so many at a time, for so long: nobody else who writes waits for all of them. */
const OUTCOMES = 64
const WRITE_MS = 15
/** What is taken in one transaction at most, for the same reason. */
const CLAIMED = 384
/** While much of what was taken is not written down yet, less is, but never none: others have waited less. */
const CLAIMED_BEHIND = 128
const SLOW_BEHIND = 32
/** How often, at least, a lane does what it does beside the sending. */
const MAINTAIN_EVERY_MS = 100
const RELEASE_EVERY_MS = 5000
const AFTER_FAULT_MS = 250
/** How often a database that stays out of reach is reported. */
const REPORT_EVERY_MS = MINUTE_MS
/** By how much the clock may be behind what was written before it is taken to have been set back. */
const SET_BACK_MS = SECOND_MS
/** How long to wait at the end. Whatever is still unfinished is given back. */
const STOP_MS = 2000

/** How much a claim may take. */
export interface Capacity {
  limit: number
  /** Of it, what is not known to go out fast: it costs more to write down. */
  slow: number
}

/** One kind of thing that is sent: where it waits, and how it goes out. */
export interface Queue<Job, Ended> {
  /** Wakes the worker at a commit. */
  readonly channel: Channel
  /** The net beneath the wake-ups: finds what became due by time, and what no wake-up told of. Asked before each pause. */
  readonly pollMs: number
  /** How many may be under way in one process. */
  readonly limit: number
  /** Whether each step of an attempt is undone where the lease is another's by then: two may be at it without harm. */
  readonly isFenced?: boolean
  table(tables: Tables): QueueTable
  idOf(job: Job): string
  /** Takes what is due, at most as much as there is room for, and leases it to a worker. */
  claim(tx: Tx, capacity: Capacity, holder: string): Promise<readonly Job[]>
  /** Makes one attempt. It never throws: how the attempt ended is its outcome. */
  send(job: Job): Promise<Ended>
  /** Writes down how attempts ended, where the lease is still that of their claim. */
  recordOutcomes(tx: Tx, ended: readonly Ended[]): Promise<void>
  /** Whether an outcome has to survive a power cut: if not, what is undone of it is sent again. */
  isLasting(ended: Ended): boolean
  /** What else was put off by a clock that has been set back since. */
  bringForward?(tx: Tx): Promise<void>
  /** What is done beside the sending, in steps, as often as it polls at least. @returns whether there may be more of it */
  maintain?(): Promise<boolean>
}

export interface Worker {
  /** How long ago it last found out what is due, in milliseconds: little, but where the database fails it. */
  sinceRun(): number
  /** Waits a little for what is under way and starts nothing new. */
  stop(): Promise<void>
}

interface Options {
  database: Database
  onError(error: unknown): void
}

/** Sends what is due in a lane until it is stopped. Any number of processes may do so on one PostgreSQL. */
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

  /** Ends early when it is stopped: a timer would keep the process. */
  function pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: waits.signal }).catch(() => undefined)
  }

  function capacityFor(unwritten: number): Capacity {
    const limit = Math.min(Math.max(CLAIMED - unwritten, CLAIMED_BEHIND), jobQueue.limit - underWay.size - unwritten)
    return { limit, slow: Math.min(Math.max(CLAIMED - unwritten, SLOW_BEHIND), limit) }
  }

  /** @returns how many outcomes were written down: the rest of them goes with the next cycle, as all do if this one fails */
  async function recordSome(tx: Tx): Promise<number> {
    const began = performance.now()
    let written = 0
    while (written < outcomes.length && (written === 0 || stopping || performance.now() - began < WRITE_MS)) {
      const some = outcomes.slice(written, written + OUTCOMES)
      await jobQueue.recordOutcomes(
        tx,
        some.map(({ ended }) => ended),
      )
      written += some.length
    }
    return written
  }

  /** Writes down what has ended and takes what is due, in one transaction. @returns whether there may be more */
  async function cycle(): Promise<boolean> {
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
    return jobs.length > 0 || outcomes.length > 0
  }

  /** Whoever has stalled since it took them may have been given up for dead: what others have taken meanwhile is theirs. */
  async function stillOurs(jobs: readonly Job[], began: ClockReading): Promise<readonly Job[]> {
    // The one process of an SQLite file has no others.
    if (database.engine === 'sqlite' || jobs.length === 0 || !hasStalled(began)) return jobs
    const asked = readClock()
    const held = await database.read((reader) =>
      stillLeased(reader, jobQueue.table(reader.tables), holder, jobs.map(jobQueue.idOf)),
    )
    const ours = jobs.filter((job) => held.has(jobQueue.idOf(job)))
    return stillOurs(ours, asked)
  }

  /** What is done now and then: lost attempts, and what a lane does of its own. @returns whether there may be more */
  async function tend(): Promise<boolean> {
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
    let begun = database.engine !== 'sqlite'
    while (!stopping) {
      try {
        if (!begun) await database.write((tx) => releaseAll(tx, jobQueue.table(tx.tables)))
        begun = true
        if (jobQueue.isFenced) await heartbeat?.begun
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        const sends = await cycle()
        // However much there is to send: what waits for its time is among it.
        const isDue = !sends || performance.now() - maintainedAt > MAINTAIN_EVERY_MS
        const more = (isDue && (await tend())) || sends
        ranAt = performance.now()
        if (!more) await Promise.race([woken, pause(jobQueue.pollMs)])
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

  // The one process of an SQLite file has nobody to give a sign to.
  const heartbeat = database.engine === 'sqlite' ? undefined : startHeartbeat({ database, holder, queue: jobQueue })
  const running = run().catch(onError)
  return {
    sinceRun: () => performance.now() - ranAt,
    async stop() {
      stopping = true
      stopListening()
      waits.abort()
      wake()
      await running
      await ended(underWay.values())
      if (outcomes.length > 0) await cycle().catch(onError)
      const unfinished = [...underWay.keys()]
      if (unfinished.length > 0)
        await database.write((tx) => releaseOwn(tx, jobQueue.table(tx.tables), holder, unfinished)).catch(onError)
      await heartbeat?.end()
    },
  }
}

/** Waits for what is under way, but not for long. */
async function ended(underWay: Iterable<Promise<void>>): Promise<void> {
  const limit = new AbortController()
  const late = sleep(STOP_MS, undefined, { signal: limit.signal }).catch(() => undefined)
  await Promise.race([Promise.all(underWay), late])
  limit.abort()
}
