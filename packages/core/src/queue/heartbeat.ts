import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { LOST, type QueueTable } from './leases.ts'

const EVERY_MS = 500
/** A worker that gives no sign for so long has died: what it had under way is free again within five seconds. */
const DEAD_MS = 3700

interface Options {
  database: Database
  holder: string
  table(tables: Tables): QueueTable
}

/**
 * Gives a sign of life for a worker, and frees what those have under way that give none. Whether a sign is new, each
 * process tells by its own clock, which never goes back: no other clock matters.
 * @returns ends it: what is still under way is free for others soon
 */
export function startHeartbeat({ database, holder, table }: Options): () => Promise<void> {
  /** The last sign of each other worker, and when it was first seen. */
  let seen = new Map<string, { beat: number | undefined; at: number }>()
  let beating: Promise<void> | undefined

  async function look(tx: Tx): Promise<void> {
    const beats = await beatsOf(tx)
    const holders = (await holdersOf(tx, table(tx.tables))).filter((other) => other !== holder)
    const now = performance.now()
    seen = new Map(
      holders.map((other) => {
        const [known, beat] = [seen.get(other), beats.get(other)]
        return [other, known && known.beat === beat ? known : { beat, at: now }]
      }),
    )
    const dead = holders.filter((other) => now - (seen.get(other)?.at ?? now) > DEAD_MS)
    if (dead.length > 0) await free(tx, table(tx.tables), dead)
  }

  async function beat(): Promise<void> {
    try {
      await database.write((tx) => sign(tx, holder), { lasting: false })
      await database.write(look, { lasting: false })
    } catch {
      // While the database is out of reach, of which the worker tells, nobody can give a sign.
      seen.clear()
    }
  }

  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = undefined
    })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await beating
    // If that fails, the others see it no less: by the sign that is the last.
    await database.write((tx) => forget(tx, [holder])).catch(() => undefined)
  }
}

async function sign({ db, tables: { workers } }: Tx, id: string): Promise<void> {
  await db
    .insert(workers)
    .values({ id, beat: 1 })
    .onConflictDoUpdate({ target: workers.id, set: { beat: sql`${workers.beat} + 1` } })
}

async function beatsOf({ db, tables: { workers } }: Reader): Promise<Map<string, number>> {
  return new Map((await db.select().from(workers)).map(({ id, beat }) => [id, beat]))
}

/** Who has anything under way. */
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
    .set({ lease_until: null, error: LOST } satisfies Record<string, string | null>)
    .where(and(isNotNull(table.lease_until), inArray(table.leased_by, [...dead])))
  await forget(tx, dead)
}

async function forget({ db, tables: { workers } }: Tx, ids: readonly string[]): Promise<void> {
  await db.delete(workers).where(inArray(workers.id, [...ids]))
}
