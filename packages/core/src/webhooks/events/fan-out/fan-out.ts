import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Reader, Tx } from '../../../storage/database.ts'
import { deliveriesDue } from '../../channel.ts'
import { deliveriesOf, subscriberColumns } from '../emit.ts'
import { idAtTimeOf, timeOfEvent } from '../time-of-event.ts'

/** Endpoints per step, or events with few endpoints. */
const STEP = 200
/** The share of a workspace before the turn of the next one. */
const MAX_PER_WORKSPACE = 50

/**
 * Creates some deliveries of events with more endpoints than one transaction handles: workspaces take turns, and each
 * starts with its oldest event, with the positions that its deliveries would have had then. The progress is stored in
 * the event in the same transaction, so that an interruption neither loses nor repeats deliveries.
 * @param after the workspace of the last turn
 * @returns the workspace of the last turn now; undefined if there is no more
 */
export async function fanOutSome(tx: Tx, after: string): Promise<string | undefined> {
  let looked = 0
  let last = after
  while (looked < STEP) {
    const event = (await nextUnfinished(tx, last)) ?? (await nextUnfinished(tx, ''))
    if (!event) break
    last = event.workspace_id
    looked += await fanOutOf(tx, last, Math.min(MAX_PER_WORKSPACE, STEP - looked))
  }
  if (looked > 0) await tx.notify(deliveriesDue)
  return looked > 0 ? last : undefined
}

/** The oldest events of one workspace. @returns the number of examined endpoints, or events with few of them */
async function fanOutOf(tx: Tx, workspace_id: string, limit: number): Promise<number> {
  let looked = 0
  while (looked < limit) {
    const event = await oldestUnfinished(tx, workspace_id)
    if (!event) break
    looked += Math.max(1, await fanOut(tx, event, limit - looked))
  }
  return Math.max(1, looked)
}

async function nextUnfinished({ db, tables: { events } }: Reader, after: string) {
  const isBehind = after === '' ? undefined : gt(events.workspace_id, after)
  const [next] = await db
    .select({ workspace_id: events.workspace_id })
    .from(events)
    .where(and(isNotNull(events.fan_out_after), isBehind))
    .orderBy(asc(events.workspace_id))
    .limit(1)
  return next
}

type Unfinished = NonNullable<Awaited<ReturnType<typeof oldestUnfinished>>>

async function oldestUnfinished({ db, connection, tables: { events } }: Tx, of: string) {
  const { workspace_id, id, type, occurred_at, data, fan_out_after } = events
  const oldest = db
    .select({ workspace_id, id, type, occurred_at, data, after: fan_out_after })
    .from(events)
    .where(and(eq(workspace_id, of), isNotNull(fan_out_after)))
    // The id contains the time of writing, after the record was locked.
    .orderBy(asc(id))
    .limit(1)
  // Of several processes, one continues it.
  const [event] = await connection.dialect.locking(oldest, 'change')
  return event
}

/** @returns the number of examined endpoints */
async function fanOut(tx: Tx, event: Unfinished, limit: number): Promise<number> {
  const { workspace_id, id } = event
  const { events, webhook_deliveries: deliveries } = tx.tables
  const found = await endpointsOf(tx, event, limit)
  const served = await servedEndpoints(tx, event)
  const due = deliveriesOf(
    tx,
    event,
    found.filter((endpoint) => !served.has(endpoint.id)),
    () => JSON.parse(event.data),
  )
  const time = timeOfEvent(event)
  const placed = due.map((delivery) => ({
    ...delivery,
    id: idAtTimeOf(event),
    next_attempt_at: delivery.next_attempt_at && time,
  }))
  if (placed.length > 0) await tx.db.insert(deliveries).values(placed)
  await tx.db
    .update(events)
    .set({ fan_out_after: found.length < limit ? null : (found.at(-1)?.id ?? null) })
    .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
  return found.length
}

/** The next endpoints that existed at the time of the event. */
async function endpointsOf({ db, tables: { webhook_endpoints: t } }: Reader, event: Unfinished, limit: number) {
  const { workspace_id, occurred_at, after } = event
  return db
    .select(subscriberColumns(t))
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        after ? gt(t.id, after) : undefined,
        isNull(t.deleted_at),
        lte(t.created_at, occurred_at),
      ),
    )
    .orderBy(asc(t.id))
    .limit(limit)
}

/** Endpoints that already have a delivery from a recovery. */
async function servedEndpoints({ db, tables: { webhook_deliveries: t } }: Reader, event: Unfinished) {
  const rows = await db
    .select({ endpoint_id: t.endpoint_id })
    .from(t)
    .where(and(eq(t.workspace_id, event.workspace_id), eq(t.event_id, event.id)))
  return new Set(rows.map(({ endpoint_id }) => endpoint_id))
}
