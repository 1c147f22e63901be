import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../storage/database.ts'
import type { Due, EndpointKey, TurnQuery } from './limits.ts'
import * as postgres from './waiting.postgres.ts'
import * as sqlite from './waiting.sqlite.ts'

const ENGINES = { sqlite, postgres }
/** Rows of one step: nobody who writes meanwhile waits for more than these. */
export const STEP = 500

export function engineOf({ connection }: Tx) {
  return ENGINES[connection.dialect.engine]
}

/** Takes some of what is ready for endpoints that are not to be sent to out of the way, until they are. */
export async function hold(tx: Tx, endpoints: readonly EndpointKey[]): Promise<void> {
  await engineOf(tx).hold(tx.connection, endpoints, { now: tx.time, limit: STEP })
}

/** As `hold`, of endpoints that may be sent to again at a time. */
export async function holdUntil(tx: Tx, exhausted: readonly PausedEndpoint[]): Promise<void> {
  for (const [release_at, some] of Map.groupBy(exhausted, ({ until }) => until)) {
    const endpoints = some.map(({ endpoint }) => endpoint)
    await engineOf(tx).holdUntil(tx.connection, endpoints, release_at, STEP)
  }
}

/** An endpoint that gets no more for now, and until when. */
interface PausedEndpoint {
  endpoint: EndpointKey
  until: string
}

/** Whether anything is held back for an endpoint. */
export async function hasHeld({ db, tables: { webhook_deliveries: t } }: Tx, endpoint_id: string): Promise<boolean> {
  const held = and(eq(t.endpoint_id, endpoint_id), eq(t.waiting_for, 'endpoint'))
  return (await db.select({ id: t.id }).from(t).where(held).limit(1)).length > 0
}

/** Whether a recovery goes on for an endpoint that gets its deliveries in order: it may yet find older ones. */
export async function isRecovering(tx: Tx, { workspace_id, id, max_concurrency }: Ordered): Promise<boolean> {
  if (max_concurrency > 1) return false
  const { webhook_recoveries: t } = tx.tables
  const running = and(eq(t.workspace_id, workspace_id), eq(t.endpoint_id, id), sql`${t.status} = 'running'`)
  return (await tx.db.select({ id: t.id }).from(t).where(running).limit(1)).length > 0
}

/** Whether those behind it wait for a delivery that is tried again later: the endpoint gets them in order. */
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

/** Endpoints of which something is to be let through now: some of each workspace. */
export async function dueInTurn(tx: Tx, turns: Omit<TurnQuery, 'now'>): Promise<Due[]> {
  return engineOf(tx).dueInTurn(tx.connection, { ...turns, now: tx.time })
}

/** Makes ready what was held back for an endpoint, oldest first. @returns how many deliveries */
export async function releaseDue(tx: Tx, endpoint_id: string, limit: number): Promise<number> {
  return engineOf(tx).letThrough(tx.connection, endpoint_id, limit)
}

/** Makes ready what an endpoint has put off before a time, however late its next attempt was to be. @returns how many */
export async function forward(tx: Tx, endpoint_id: string, before: string, limit: number): Promise<number> {
  return engineOf(tx).forward(tx.connection, endpoint_id, { before, limit })
}
