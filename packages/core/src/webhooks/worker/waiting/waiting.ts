import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../storage/database.ts'
import type { Due, EndpointKey, TurnQuery } from './limits.ts'
import * as postgres from './waiting.postgres.ts'
import * as sqlite from './waiting.sqlite.ts'

const ENGINES = { sqlite, postgres }
/** Maximum number of rows per step, so that other writers do not wait. */
export const STEP = 500

export function engineOf({ connection }: Tx) {
  return ENGINES[connection.dialect.engine]
}

/** Puts ready deliveries of closed endpoints on hold, in steps. */
export async function hold(tx: Tx, endpoints: readonly EndpointKey[]): Promise<void> {
  await engineOf(tx).hold(tx.connection, endpoints, { now: tx.time, limit: STEP })
}

/** The same for endpoints that reopen at a time. */
export async function holdUntil(tx: Tx, exhausted: readonly PausedEndpoint[]): Promise<void> {
  for (const [release_at, some] of Map.groupBy(exhausted, ({ until }) => until)) {
    const endpoints = some.map(({ endpoint }) => endpoint)
    await engineOf(tx).holdUntil(tx.connection, endpoints, release_at, STEP)
  }
}

/** An endpoint at its limit, and until when. */
interface PausedEndpoint {
  endpoint: EndpointKey
  until: string
}

/** Whether an endpoint has deliveries on hold. */
export async function hasHeld({ db, tables: { webhook_deliveries: t } }: Tx, endpoint_id: string): Promise<boolean> {
  const held = and(eq(t.endpoint_id, endpoint_id), eq(t.waiting_for, 'endpoint'))
  return (await db.select({ id: t.id }).from(t).where(held).limit(1)).length > 0
}

/** Whether an ordered endpoint has a running recovery, which may find older deliveries. */
export async function isRecovering(tx: Tx, { workspace_id, id, max_concurrency }: Ordered): Promise<boolean> {
  if (max_concurrency > 1) return false
  const { webhook_recoveries: t } = tx.tables
  const running = and(eq(t.workspace_id, workspace_id), eq(t.endpoint_id, id), sql`${t.status} = 'running'`)
  return (await tx.db.select({ id: t.id }).from(t).where(running).limit(1)).length > 0
}

/** Whether an ordered endpoint has a delivery scheduled for a retry, which later ones wait for. */
export async function awaitsTurn(tx: Tx, { id, max_concurrency }: Ordered): Promise<boolean> {
  if (max_concurrency > 1) return false
  const { webhook_deliveries: t } = tx.tables
  const later = and(eq(t.endpoint_id, id), inArray(t.waiting_for, ['time', 'alone']))
  return (await tx.db.select({ id: t.id }).from(t).where(later).limit(1)).length > 0
}

interface Ordered {
  workspace_id: string
  id: string
  max_concurrency: number
}

/** Endpoints with a due release: some of each workspace. */
export async function dueInTurn(tx: Tx, turns: Omit<TurnQuery, 'now'>): Promise<Due[]> {
  return engineOf(tx).dueInTurn(tx.connection, { ...turns, now: tx.time })
}

/** Releases deliveries on hold, oldest first. @returns how many */
export async function releaseDue(tx: Tx, endpoint_id: string, limit: number): Promise<number> {
  return engineOf(tx).letThrough(tx.connection, endpoint_id, limit)
}

/** Makes retries of an endpoint ready that were scheduled before a time. @returns how many */
export async function forward(tx: Tx, endpoint_id: string, before: string, limit: number): Promise<number> {
  return engineOf(tx).forward(tx.connection, endpoint_id, { before, limit })
}
