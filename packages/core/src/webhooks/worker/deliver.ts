import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import { deliveriesDue } from '../channel.ts'
import { claimDeliveries } from './claims.ts'
import { type Job, jobsOf, releaseAll, releaseLost } from './jobs.ts'
import { recoverSome } from './recover.ts'
import type { Sender } from './send.ts'
import { type Settled, settle } from './settle.ts'
import { createKeyring } from './sign.ts'

/** Deliveries under way in one process. */
const MAX_UNDER_WAY = 1024
/** Longer than an exchange may take, so that nobody else takes what is still being sent. */
const LEASE_MS = 40_000
/** Outcomes of this time are written together. */
const GATHER_MS = 5
/** The net beneath the wake-ups: finds what became due by time, and what no wake-up told of. */
const POLL_MS = 200
const RELEASE_EVERY_MS = 5000
const AFTER_FAULT_MS = 1000
/** What has not ended by then is left to its lease: the next process takes it up. */
const STOP_MS = 2000

export interface Delivery {
  /** Waits a little for what is under way, and starts no more. */
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
  const underWay = new Set<Promise<void>>()
  let outcomes: Settled[] = []
  let turn = ''
  let stopping = false
  let released = 0
  let wake: () => void = () => undefined
  const stopListening = database.listen(deliveriesDue, () => wake())

  function start(job: Job): void {
    const sending = sender.send(job.message).then((attempt) => {
      outcomes.push({ job, attempt, retry: true })
      underWay.delete(sending)
      wake()
    })
    underWay.add(sending)
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
      const now = context.now()
      const lease_until = later(now, LEASE_MS)
      const claim = { after: turn, now, lease_until, limit: room }
      return jobsOf(tx, keyring, await claimDeliveries(tx, claim), now)
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
      await database.write((tx) => releaseLost(tx, context.now()))
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
        if (!more) await Promise.race([woken, sleep(POLL_MS)])
        await sleep(GATHER_MS)
      } catch (error) {
        onError(error)
        await sleep(AFTER_FAULT_MS)
      }
    }
  }

  const running = run().catch(onError)
  return {
    async stop() {
      stopping = true
      stopListening()
      wake()
      await running
      await Promise.race([Promise.all(underWay), sleep(STOP_MS)])
      if (outcomes.length > 0) await cycle().catch(onError)
    },
  }
}
