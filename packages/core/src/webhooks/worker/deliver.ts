import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { later, MINUTE_MS, SECOND_MS } from '../../times.ts'
import { deliveriesDue } from '../channel.ts'
import { claimDeliveries } from './claims.ts'
import { disable } from './disable.ts'
import { type Job, jobsOf } from './jobs.ts'
import { bringForward, giveBack, LEASE_MS, releaseAll, releaseLost } from './leases.ts'
import { recoverSome } from './recover.ts'
import type { Sender } from './send.ts'
import { type Settled, settle } from './settle.ts'
import { createKeyring } from './sign.ts'

/** Deliveries under way in one process. */
const MAX_UNDER_WAY = 1024
/** Outcomes of this time are written together. */
const GATHER_MS = 5
/** The net beneath the wake-ups: finds what became due by time, and what no wake-up told of. */
const POLL_MS = 200
const RELEASE_EVERY_MS = 5000
const AFTER_FAULT_MS = 250
/** How often a database that stays out of reach is reported. */
const TELL_EVERY_MS = MINUTE_MS
/** By how much the clock may be behind what was written before it is taken to have been set back. */
const SET_BACK_MS = SECOND_MS
/** How long to wait at the end. Whatever is still unfinished is picked up by another process when its lease lapses. */
const STOP_MS = 2000

export interface Delivery {
  /** Waits a little for what is under way and starts nothing new. */
  stop(): Promise<void>
}

interface Options {
  context: Context
  database: Database
  sender: Sender
  onError(error: unknown): void
}

/**
 * Sends what is due until it is stopped. Any number of processes may do so on one PostgreSQL: each takes a share. An
 * endpoint has a few deliveries under way at most, and the endpoints take turns, so a slow one keeps nobody waiting.
 */
// Long because all of it shares what is under way.
export function startDelivery({ context, database, sender, onError }: Options): Delivery {
  const keyring = createKeyring(context.sealer)
  const underWay = new Map<string, Promise<void>>()
  const waits = new AbortController()
  let outcomes: Settled[] = []
  let turn = ''
  let stopping = false
  let released = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  let forwarded = ''
  let wake: () => void = () => undefined
  const stopListening = database.listen(deliveriesDue, () => wake())

  function start(job: Job): void {
    const { id } = job.delivery
    const sending = sender.send(job.message).then((attempt) => {
      outcomes.push({ job, attempt, retry: true })
      underWay.delete(id)
      wake()
    })
    underWay.set(id, sending)
  }

  /** Ends early when it is stopped: a timer would keep the process. */
  function pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: waits.signal }).catch(() => undefined)
  }

  /** Writes down what has ended and takes what is due, in one transaction. @returns whether there may be more */
  async function cycle(): Promise<boolean> {
    const settled = outcomes
    outcomes = []
    const room = stopping ? 0 : MAX_UNDER_WAY - underWay.size
    // What a power cut undoes of successes and claims is sent again; a failure can have changes of its own.
    const lasting = settled.some(({ attempt }) => attempt.error !== undefined)
    const take = async (tx: Tx) => {
      await settle(tx, context, settled)
      if (room <= 0) return []
      const claim = { after: turn, now: tx.time, lease_until: later(tx.time, LEASE_MS), limit: room }
      const claimed = await claimDeliveries(tx, claim)
      const { jobs, unreadable } = await jobsOf(tx, keyring, claimed, tx.time)
      for (const endpoint of unreadable) {
        await giveBack(
          tx,
          claimed.filter(({ endpoint_id }) => endpoint_id === endpoint.id),
        )
        await disable(tx, context, endpoint, 'secret_unreadable')
        tx.afterCommit(() => onError(new Error(`The secret of webhook endpoint ${endpoint.id} cannot be read`)))
      }
      return jobs
    }
    const jobs = await database.write(take, { lasting }).catch((error) => {
      // What ended is written down with the next cycle.
      outcomes = [...settled, ...outcomes]
      throw error
    })
    for (const job of jobs) start(job)
    turn = jobs.at(-1)?.endpoint.id ?? ''
    return jobs.length > 0
  }

  /** What is done now and then: lost attempts, recoveries. */
  async function upkeep(): Promise<boolean> {
    if (performance.now() - released > RELEASE_EVERY_MS) {
      released = performance.now()
      await database.write(async (tx) => {
        await releaseLost(tx, (id) => underWay.has(id) || outcomes.some(({ job }) => job.delivery.id === id))
        if (Date.parse(tx.stamp) - Date.parse(tx.time) < SET_BACK_MS || forwarded === tx.stamp) return
        await bringForward(tx)
        forwarded = tx.stamp
      })
    }
    return recoverSome(context)
  }

  async function run(): Promise<void> {
    if (database.engine === 'sqlite') await database.write(releaseAll)
    while (!stopping) {
      try {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        const more = (await cycle()) || (await upkeep())
        if (!more) await Promise.race([woken, pause(POLL_MS)])
        await pause(GATHER_MS)
        toldAt = Number.NEGATIVE_INFINITY
      } catch (error) {
        if (performance.now() - toldAt > TELL_EVERY_MS) {
          toldAt = performance.now()
          onError(error)
        }
        await pause(AFTER_FAULT_MS)
      }
    }
  }

  const running = run().catch(onError)
  return {
    async stop() {
      stopping = true
      stopListening()
      waits.abort()
      wake()
      await running
      await ended(underWay.values())
      if (outcomes.length > 0) await cycle().catch(onError)
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
