import { randomUUID } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { forgetOldWindows } from './access/rate-limits.ts'
import type { Context } from './context.ts'
import { expireOverdue } from './enrollments/sweep.ts'
import { forgetOldTokens } from './oauth/forget.ts'
import { forgetOldKeys } from './operation/idempotency.ts'
import { forgetOldSessions } from './people/sign-in/store.ts'
import { forgetOldTickets } from './people/sign-in/tickets.ts'
import type { Tx } from './storage/database.ts'
import { later } from './times.ts'
import { forgetOldEvents } from './webhooks/worker/retention.ts'

const LEASE = 'upkeep'
const LEASE_MS = 60_000

export interface Upkeep {
  /** Does the work once, now, if no other process is at it. */
  run(): Promise<void>
  /** Waits for what runs, and starts no more. */
  stop(): Promise<void>
}

/** Periodic work of the instance. A lease in the database sees to it that one process does it at a time. */
export function startUpkeep(
  context: Context,
  { every, onError }: { every: number | undefined; onError: (error: unknown) => void },
): Upkeep {
  const holder = randomUUID()
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    if (!(await context.store.write((tx) => takeLease(tx, holder, context.now())))) return
    await expireOverdue(context)
    await context.store.write(async (tx) => {
      await forgetOldKeys(tx, context.now())
      await forgetOldWindows(tx, context.now())
      await forgetOldTokens(tx, context.now())
      await forgetOldSessions(tx, context.now())
      await forgetOldTickets(tx, context.now())
    })
    await forgetOldEvents(context)
  }

  function run(): Promise<void> {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }

  const timer = every === undefined ? undefined : setInterval(() => void run().catch(onError), every)
  timer?.unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running?.catch(onError)
    },
  }
}

async function takeLease(tx: Tx, holder: string, now: string): Promise<boolean> {
  const { leases } = tx.tables
  const expires_at = later(now, LEASE_MS)
  const taken = await tx.db
    .insert(leases)
    .values({ name: LEASE, holder, expires_at })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expires_at },
      setWhere: sql`${leases.holder} = ${holder} or ${lt(leases.expires_at, now)}`,
    })
    .returning({ name: leases.name })
  return taken.length > 0
}
