import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { prepared, preparedChange, preparedRows, type Reader, type Tx } from '../../../storage/database.ts'
import { deliveriesDue } from '../../channel.ts'
import { subscriptionsTo } from '../catalogue.ts'
import { deliveriesOf } from '../emit.ts'
import { insertDeliveries } from '../insert/insert.ts'
import { idAtTimeOf, timeOfEvent } from '../time-of-event.ts'
import { nextSubscribers } from './next-subscribers.ts'

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

async function nextUnfinished(reader: Reader, after: string) {
  const [next] = await prepared(
    reader,
    `events.next_unfinished${after === '' ? '' : '_after'}`,
    ({ db, tables: { events } }) =>
      db
        .select({ workspace_id: events.workspace_id })
        .from(events)
        .where(
          and(
            isNotNull(events.fan_out_after),
            after === '' ? undefined : gt(events.workspace_id, sql.placeholder('after')),
          ),
        )
        .orderBy(asc(events.workspace_id))
        .limit(1),
    { after },
  )
  return next
}

type Unfinished = NonNullable<Awaited<ReturnType<typeof oldestUnfinished>>>

async function oldestUnfinished(tx: Tx, workspace_id: string) {
  const [event] = await prepared(
    tx,
    'events.oldest_unfinished',
    ({ db, connection, tables: { events: t } }) =>
      // Of several processes, one continues it.
      connection.dialect.locking(
        db
          .select({
            ...{ workspace_id: t.workspace_id, id: t.id, type: t.type, occurred_at: t.occurred_at },
            ...{ data: t.data, after: t.fan_out_after },
          })
          .from(t)
          .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), isNotNull(t.fan_out_after)))
          // The id contains the time of writing, after the record was locked.
          .orderBy(asc(t.id))
          .limit(1),
        'change',
      ),
    { workspace_id },
  )
  return event
}

/** @returns the number of examined endpoints */
async function fanOut(tx: Tx, event: Unfinished, limit: number): Promise<number> {
  const { workspace_id, id, occurred_at, after } = event
  const patterns = subscriptionsTo(event.type)
  const found = await nextSubscribers(tx, { workspace_id, patterns, after: after ?? '', limit })
  const served = await servedEndpoints(tx, event)
  const due = deliveriesOf(
    tx,
    event,
    // Those that existed at the time of the event, and have no delivery from a recovery.
    found.filter((endpoint) => endpoint.created_at <= occurred_at && !served.has(endpoint.id)),
    () => JSON.parse(event.data),
  )
  const time = timeOfEvent(event)
  await insertDeliveries(
    tx,
    due.map((delivery) => ({
      ...delivery,
      id: idAtTimeOf(event),
      next_attempt_at: delivery.next_attempt_at && time,
    })),
  )
  const last = found.length < limit ? null : (found.at(-1)?.id ?? null)
  await preparedChange(
    tx,
    'events.fan_out_to',
    ({ db, tables: { events: t } }) =>
      db
        .update(t)
        .set({ fan_out_after: sql`${sql.placeholder('last')}` })
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.id, sql.placeholder('id')))),
    { last, workspace_id, id },
  )
  return found.length
}

/** Endpoints that already have a delivery from a recovery. */
async function servedEndpoints(tx: Tx, { workspace_id, id: event_id }: Unfinished) {
  const rows = await preparedRows(
    tx,
    'webhook_deliveries.served',
    ({ tables: { webhook_deliveries: t } }) => ({ endpoint_id: t.endpoint_id }),
    ({ db, tables: { webhook_deliveries: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.event_id, sql.placeholder('event_id')))),
    { workspace_id, event_id },
  )
  return new Set(rows.map(({ endpoint_id }) => endpoint_id))
}
