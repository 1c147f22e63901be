import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../storage/database.ts'
import { SECOND_MS, unixTime } from '../../../times.ts'
import { deliveriesDue } from '../../channel.ts'
import type { Place } from './limits.ts'
import * as postgres from './waiting.postgres.ts'
import * as sqlite from './waiting.sqlite.ts'

const ENGINES = { sqlite, postgres }
/** Rows of one step: nobody who writes meanwhile waits for more than these. */
export const STEP = 500

function engineOf({ connection }: Tx) {
  return ENGINES[connection.dialect.engine]
}

/**
 * Makes ready what waited for the time of its attempt, the longest due first; or has it wait on, for an endpoint that is
 * not to be sent to. @returns whether there may be more
 */
export async function promote(tx: Tx): Promise<boolean> {
  const promoted = await engineOf(tx).promote(tx.connection, { now: tx.time, limit: STEP })
  if (promoted > 0) await tx.notify(deliveriesDue)
  return promoted === STEP
}

/** Takes some of what is ready for endpoints that are not to be sent to out of the way, until they are. */
export async function hold(tx: Tx, endpoints: readonly Place[]): Promise<void> {
  await engineOf(tx).hold(tx.connection, endpoints, { now: tx.time, limit: STEP })
}

/** As `hold`, of endpoints that may be sent to again when the next second begins. */
export async function holdForASecond(tx: Tx, endpoints: readonly Place[]): Promise<void> {
  if (endpoints.length === 0) return
  const release_at = new Date((unixTime(tx.time) + 1) * SECOND_MS).toISOString()
  await engineOf(tx).holdUntil(tx.connection, endpoints, release_at, STEP)
}

/** Whether anything is held back for an endpoint. */
export async function hasHeld({ db, tables: { webhook_deliveries: t } }: Tx, endpoint_id: string): Promise<boolean> {
  const held = and(eq(t.endpoint_id, endpoint_id), eq(t.waiting_for, 'endpoint'))
  return (await db.select({ id: t.id }).from(t).where(held).limit(1)).length > 0
}

/** Whether those behind it wait for a delivery that is tried again later: the endpoint gets them in order. */
export async function waitsItsTurn(tx: Tx, { id, max_concurrency }: Ordered): Promise<boolean> {
  if (max_concurrency > 1) return false
  const { webhook_deliveries: t } = tx.tables
  const later = and(eq(t.endpoint_id, id), eq(t.waiting_for, 'time'))
  return (await tx.db.select({ id: t.id }).from(t).where(later).limit(1)).length > 0
}

interface Ordered {
  id: string
  max_concurrency: number
}

/** Makes ready what was held back for an endpoint, oldest first. @returns how many deliveries */
export async function letThrough(tx: Tx, endpoint_id: string, limit: number): Promise<number> {
  return engineOf(tx).letThrough(tx.connection, endpoint_id, limit)
}

/** Makes ready what an endpoint has put off before a time, however late its next attempt was to be. @returns how many */
export async function forward(tx: Tx, endpoint_id: string, before: string, limit: number): Promise<number> {
  return engineOf(tx).forward(tx.connection, endpoint_id, { before, limit })
}
