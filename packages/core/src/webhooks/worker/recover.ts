import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { deliveriesDue } from '../channel.ts'
import { isTold } from '../settings/filters.ts'

const BATCH = 500

type Recovery = Tables['webhook_recoveries']['$inferSelect']

/**
 * Takes the oldest recovery a step further: what the endpoint missed in its range becomes due, oldest first.
 * @returns whether there was one
 */
export async function recoverSome(context: Context): Promise<boolean> {
  const waiting = await context.store.read(async ({ db, tables: { webhook_recoveries: recoveries } }) =>
    db.select().from(recoveries).where(eq(recoveries.status, 'running')).orderBy(asc(recoveries.created_at)).limit(1),
  )
  const [recovery] = waiting
  if (!recovery) return false
  await context.store.write((tx) => step(tx, recovery.workspace_id, recovery.id))
  return true
}

async function step(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { webhook_recoveries: recoveries, webhook_endpoints: endpoints, events } = tx.tables
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const which = and(eq(recoveries.workspace_id, workspace_id), eq(recoveries.id, id))
  const [recovery] = await tx.db.select().from(recoveries).where(which)
  if (recovery?.status !== 'running') return
  const [endpoint] = await tx.db
    .select()
    .from(endpoints)
    .where(
      and(
        eq(endpoints.workspace_id, workspace_id),
        eq(endpoints.id, recovery.endpoint_id),
        isNull(endpoints.deleted_at),
      ),
    )
  const batch = await tx.db
    .select({ id: events.id, type: events.type, occurred_at: events.occurred_at, data: events.data })
    .from(events)
    .where(
      and(
        eq(events.workspace_id, workspace_id),
        sql`(${events.occurred_at}, ${events.id}) > (${recovery.after_time ?? recovery.since}, ${recovery.after_event_id})`,
        lte(events.occurred_at, recovery.until),
      ),
    )
    .orderBy(asc(events.occurred_at), asc(events.id))
    .limit(BATCH)
  // A test is of one endpoint, and of one moment.
  const missed = batch.filter(
    ({ type, data }) => type !== 'webhook.test' && endpoint && isTold(endpoint, type, () => JSON.parse(data)),
  )
  const made = await makeDue(tx, recovery, missed)
  await tx.db
    .update(recoveries)
    .set({
      after_event_id: batch.at(-1)?.id ?? recovery.after_event_id,
      after_time: batch.at(-1)?.occurred_at ?? recovery.after_time,
      looked_at: recovery.looked_at + batch.length,
      reached: batch.at(-1)?.occurred_at ?? recovery.reached,
      recovered: recovery.recovered + made,
      status: batch.length < BATCH ? 'done' : 'running',
      updated_at: tx.stamp,
    })
    .where(which)
  await tx.notify(deliveriesDue)
}

/** What was skipped or failed becomes due again; what has no delivery at all gets one. What succeeded stays as it is. */
async function makeDue(
  tx: Tx,
  { workspace_id, endpoint_id }: Recovery,
  missed: { id: string; type: string; occurred_at: string }[],
): Promise<number> {
  if (missed.length === 0) return 0
  const { webhook_deliveries: deliveries } = tx.tables
  const ofEndpoint = and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.endpoint_id, endpoint_id))
  const ids = missed.map(({ id }) => id)
  const known = await tx.db
    .select({ id: deliveries.id, event_id: deliveries.event_id, status: deliveries.status })
    .from(deliveries)
    .where(and(ofEndpoint, inArray(deliveries.event_id, ids)))
  const again = known.filter(({ status }) => status === 'skipped' || status === 'failed').map(({ id }) => id)
  if (again.length > 0)
    await tx.db
      .update(deliveries)
      .set({ status: 'pending' as const, attempts: 0, next_attempt_at: tx.time, updated_at: tx.stamp })
      .where(and(eq(deliveries.workspace_id, workspace_id), inArray(deliveries.id, again)))
  const delivered = new Set(known.map(({ event_id }) => event_id))
  const absent = missed.filter(({ id }) => !delivered.has(id))
  if (absent.length > 0)
    await tx.db.insert(deliveries).values(
      absent.map((event) => ({
        workspace_id,
        id: newId(),
        endpoint_id,
        event_id: event.id,
        event: event.type,
        status: 'pending' as const,
        attempts: 0,
        created_at: event.occurred_at,
        updated_at: tx.stamp,
        next_attempt_at: tx.time,
      })),
    )
  return again.length + absent.length
}
