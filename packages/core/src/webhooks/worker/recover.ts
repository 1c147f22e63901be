import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { deliveriesDue } from '../channel.ts'
import { isSubscribedTo } from '../events/filters.ts'
import { idAtTimeOf, timeOfEvent } from '../events/time-of-event.ts'
import type { EndpointRow } from './health/endpoint-row.ts'

/** Maximum number of events per step, so that other writers do not wait. */
const BATCH = 200
/** Maximum number of workspaces whose position among their endpoints is remembered. */
const REMEMBERED = 1000

/**
 * Continues a recovery: missed events of its range become due, oldest first. Workspaces take turns, and so do their
 * endpoints. An ordered endpoint gets no deliveries until all are found (`AWAITS_TURN`), in their original order:
 * events are examined by the start time of their transactions, which may differ.
 */
export function createRecoveries(context: Context) {
  const { read, write } = context.store
  /** The endpoint of the last turn of each workspace; the workspace of the last turn comes last. */
  const turns = new Map<string, string>()

  /** @returns whether there was one */
  return async function recoverSome(): Promise<boolean> {
    const last = [...turns.keys()].at(-1) ?? ''
    const recovery = await read((reader) => nextRecovery(reader, last, (workspace_id) => turns.get(workspace_id)))
    if (!recovery) return false
    const { workspace_id, endpoint_id, id } = recovery
    turns.delete(workspace_id)
    turns.set(workspace_id, endpoint_id)
    const [oldest] = turns.keys()
    if (turns.size > REMEMBERED && oldest !== undefined) turns.delete(oldest)
    await write((tx) => step(tx, workspace_id, id), { planned: 'anew' })
    return true
  }
}

/** The oldest recovery of the endpoint and workspace in turn. */
async function nextRecovery(reader: Reader, last: string, lastOf: (workspace_id: string) => string | undefined) {
  const { webhook_recoveries: t } = reader.tables
  const first = async (...conditions: SQL[]) => {
    const [found] = await reader.db
      .select({ workspace_id: t.workspace_id, endpoint_id: t.endpoint_id, id: t.id })
      .from(t)
      .where(and(sql`${t.status} = 'running'`, ...conditions))
      .orderBy(asc(t.workspace_id), asc(t.endpoint_id), asc(t.created_at))
      .limit(1)
    return found
  }
  const any = (last === '' ? undefined : await first(gt(t.workspace_id, last))) ?? (await first())
  const endpoint = any && lastOf(any.workspace_id)
  if (!any || endpoint === undefined) return any
  return (await first(eq(t.workspace_id, any.workspace_id), gt(t.endpoint_id, endpoint))) ?? any
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
  // A test belongs to one endpoint and one moment.
  const missed = batch.filter(
    ({ type, data }) => type !== 'webhook.test' && endpoint && isSubscribedTo(endpoint, type, () => JSON.parse(data)),
  )
  const made = endpoint ? await makeDue(tx, endpoint, missed) : 0
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
  if (endpoint && batch.length < BATCH) await releaseRecovered(tx, endpoint)
  await tx.notify(deliveriesDue)
}

/** Releases deliveries that waited for the end of a recovery. */
async function releaseRecovered(tx: Tx, { workspace_id, id }: EndpointRow): Promise<void> {
  const { webhook_endpoints: t } = tx.tables
  await tx.db
    .update(t)
    .set({ release_at: tx.time })
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id), isNull(t.release_at)))
}

/**
 * Makes skipped and failed deliveries due again, and creates missing ones. Successful ones stay unchanged. If they
 * cannot all be sent at once, they start on hold, and are released as the endpoint accepts them.
 */
async function makeDue(
  tx: Tx,
  endpoint: EndpointRow,
  missed: { id: string; type: string; occurred_at: string }[],
): Promise<number> {
  if (missed.length === 0) return 0
  const { workspace_id, id: endpoint_id } = endpoint
  const { webhook_deliveries: deliveries } = tx.tables
  const isOrdered = endpoint.max_concurrency === 1
  const isPaced = endpoint.max_per_second !== null || endpoint.open_until !== null
  const isHeld = endpoint.status === 'enabled' && (isOrdered || isPaced)
  const due = {
    status: 'pending' as const,
    attempts: 0,
    losses: 0,
    waiting_for: isHeld ? ('endpoint' as const) : null,
    updated_at: tx.stamp,
  }
  const moments = new Map(missed.map((event) => [event.id, isOrdered ? timeOfEvent(event) : tx.time]))
  const ofEndpoint = and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.endpoint_id, endpoint_id))
  const ids = missed.map(({ id }) => id)
  const known = await tx.db
    .select({ id: deliveries.id, event_id: deliveries.event_id, status: deliveries.status })
    .from(deliveries)
    .where(and(ofEndpoint, inArray(deliveries.event_id, ids)))
  const again = known.filter(({ status }) => status === 'skipped' || status === 'failed')
  for (const [next_attempt_at, some] of Map.groupBy(again, ({ event_id }) => moments.get(event_id) ?? tx.time)) {
    const which = some.map(({ id }) => id)
    await tx.db
      .update(deliveries)
      .set({ ...due, next_attempt_at })
      .where(and(eq(deliveries.workspace_id, workspace_id), inArray(deliveries.id, which)))
  }
  const delivered = new Set(known.map(({ event_id }) => event_id))
  const absent = missed.filter(({ id }) => !delivered.has(id))
  if (absent.length > 0)
    await tx.db.insert(deliveries).values(
      absent.map((event) => ({
        ...due,
        workspace_id,
        id: isOrdered ? idAtTimeOf(event) : newId(),
        next_attempt_at: moments.get(event.id) ?? tx.time,
        endpoint_id,
        event_id: event.id,
        event: event.type,
        created_at: event.occurred_at,
      })),
    )
  if (isHeld && !isOrdered) await releaseRecovered(tx, endpoint)
  return again.length + absent.length
}
