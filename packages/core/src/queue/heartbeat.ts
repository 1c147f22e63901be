import { setTimeout as sleep } from 'node:timers/promises'
import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Channel, Database, Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { lostAttempt, type QueueTable } from './leases.ts'

const EVERY_MS = 500
/** A worker without a heartbeat for this long is dead: its work is released within five seconds. */
const DEAD_MS = 3700
/** A process that cannot hold its presence lock cannot work either; heartbeats are the fallback. */
const PRESENT_MS = 1000

interface Options {
  database: Database
  holder: string
  queue: {
    readonly channel: Channel
    readonly isFenced?: boolean
    table(tables: Tables): QueueTable
  }
}

export interface Heartbeat {
  /** Resolves after the first heartbeat: later claims are attributed to this worker. */
  readonly begun: Promise<void>
  /** Ends the heartbeat, so that unfinished work is released soon. */
  end(): Promise<void>
}

interface Beat {
  beat: number
  process: string | null
}

/**
 * Sends heartbeats for a worker, and releases the work of workers without one. Each process measures the age of
 * heartbeats with its own monotonic clock. If duplicate processing is harmless, the work of a process is released as
 * soon as the process has ended.
 */
export function startHeartbeat({ database, holder, queue }: Options): Heartbeat {
  /** The last heartbeat of each other worker, and when it was first seen. */
  let seen = new Map<string, { beat: number | undefined; at: number }>()
  let beating: Promise<void> | undefined

  async function checkOthers(tx: Tx): Promise<void> {
    const table = queue.table(tx.tables)
    const signs = await signsOf(tx)
    const holders = (await holdersOf(tx, table)).filter((other) => other !== holder)
    const now = performance.now()
    seen = new Map(
      holders.map((other) => {
        const [known, beat] = [seen.get(other), signs.get(other)?.beat]
        return [other, known && known.beat === beat ? known : { beat, at: now }]
      }),
    )
    const ended = queue.isFenced ? await endedOf(tx, holders, signs) : []
    const silent = holders.filter((other) => now - (seen.get(other)?.at ?? now) > DEAD_MS)
    const dead = [...new Set([...ended, ...silent])]
    if (dead.length === 0) return
    await free(tx, table, dead)
    await tx.notify(queue.channel)
  }

  async function beat(): Promise<void> {
    try {
      await database.write((tx) => sign(tx, holder, database.presentAs()), { lasting: false })
      await database.write(checkOthers, { lasting: false })
    } catch {
      // While the database is unreachable, no worker can send heartbeats.
      seen.clear()
    }
  }

  function beatOnce(): void {
    beating ??= beat().finally(() => {
      beating = undefined
    })
  }

  async function begin(): Promise<void> {
    if (queue.isFenced) await Promise.race([database.whenPresent(), sleep(PRESENT_MS, undefined, { ref: false })])
    // The work of a process that died before this one started is released immediately.
    beatOnce()
    await beating
  }

  const begun = begin()
  const timer = setInterval(beatOnce, EVERY_MS)
  timer.unref()
  return {
    begun,
    async end() {
      clearInterval(timer)
      await begun
      await beating
      // If that fails, others detect the end by the missing heartbeats.
      await database.write((tx) => forget(tx, [holder])).catch(() => undefined)
    },
  }
}

async function sign({ db, tables: { workers } }: Tx, id: string, process: string | null): Promise<void> {
  await db
    .insert(workers)
    .values({ id, beat: 1, process })
    .onConflictDoUpdate({ target: workers.id, set: { beat: sql`${workers.beat} + 1`, process } })
}

async function signsOf({ db, tables: { workers } }: Reader): Promise<Map<string, Beat>> {
  return new Map((await db.select().from(workers)).map(({ id, beat, process }) => [id, { beat, process }]))
}

/** The workers whose processes were present and have ended. */
async function endedOf(
  { connection }: Reader,
  holders: readonly string[],
  signs: ReadonlyMap<string, Beat>,
): Promise<string[]> {
  const processOf = (holder: string) => signs.get(holder)?.process ?? undefined
  const ended = await connection.dialect.ended(connection, [...new Set(holders.flatMap((one) => processOf(one) ?? []))])
  return holders.filter((holder) => ended.has(processOf(holder) ?? ''))
}

/** The holders of leases. */
async function holdersOf(tx: Tx, table: QueueTable): Promise<string[]> {
  const rows = await tx.db
    .select({ leased_by: table.leased_by })
    .from(table as PgTable)
    .where(and(isNotNull(table.lease_until), isNotNull(table.leased_by)))
    .groupBy(table.leased_by)
  return rows.map(({ leased_by }) => String(leased_by))
}

async function free(tx: Tx, table: QueueTable, dead: readonly string[]): Promise<void> {
  await tx.db
    .update(table as PgTable)
    .set(lostAttempt(table))
    .where(and(isNotNull(table.lease_until), inArray(table.leased_by, [...dead])))
  await forget(tx, dead)
}

async function forget({ db, tables: { workers } }: Tx, ids: readonly string[]): Promise<void> {
  await db.delete(workers).where(inArray(workers.id, [...ids]))
}
