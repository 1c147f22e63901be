import { and, eq, isNull, sql } from 'drizzle-orm'
import { hintAt } from '../../changes/channel.ts'
import { idAt, newId } from '../../ids.ts'
import { insertRow } from '../../records/rows.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { MINUTE_MS } from '../../times.ts'
import { deliveriesDue } from '../channel.ts'
import type { EventRow, Subscriber } from './event-row.ts'
import { isFanOutPending } from './fan-out/is-pending.ts'
import { isSubscribedTo } from './filters.ts'
import { insertEventRow, insertionTime, nextSequences } from './insert/insert.ts'
import type { EventType } from './types.ts'

const BATCH = 200
const MICROSECOND = 0.001
/** Maximum number of deliveries created in the transaction of a change. */
const MAX_IN_TRANSACTION = 100

interface NewEvent {
  workspace_id: string
  type: EventType
  /** The record as its list view shows it. */
  data: unknown
  /** The time of the event. */
  at: string
  /** An endpoint that gets no delivery; ignored if there are very many endpoints. */
  except?: string
}

/** Inserts an event without deliveries: its bytes are fixed now. */
export async function insertEvent(tx: Tx, given: NewEvent) {
  const [sequence = null] = await nextSequences(tx, 1)
  const event = { ...eventOf(given, await insertionTime(tx)), sequence }
  await insertRow(tx, 'events', event)
  tx.publish(event)
  return event
}

/** @param eventTime the time of writing in milliseconds; by default from the clock of this process */
function eventOf({ workspace_id, type, data, at }: NewEvent, eventTime?: number) {
  const id = `evt_${(eventTime === undefined ? newId() : idAt(eventTime)).replaceAll('-', '')}`
  return { workspace_id, id, type, occurred_at: at, data: JSON.stringify(data) }
}

/**
 * Inserts an event and its due deliveries in the transaction of the change, so that neither exists without the other.
 * A paused or disabled endpoint gets a skipped delivery, which can be recovered. With very many endpoints, or earlier
 * events waiting for fan-out, the deliveries are created from the event after the commit.
 */
export async function emitEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { workspace_id } = event
  const given = eventOf(event)
  hintAt(tx, workspace_id)
  const { subscribers: endpoints, at, id } = await insertEventRow(tx, given, MAX_IN_TRANSACTION + 1)
  const row = { ...given, id }
  tx.publish(row)
  if (
    endpoints.length > MAX_IN_TRANSACTION ||
    (event.except === undefined && endpoints.some(({ is_behind }) => is_behind))
  ) {
    const { events } = tx.tables
    await tx.db
      .update(events)
      .set({ fan_out_after: '' })
      .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
    return tx.notify(deliveriesDue)
  }
  const recipients = event.except === undefined ? endpoints : endpoints.filter((one) => one.id !== event.except)
  const deliveries = deliveriesOf(tx, row, recipients, () => event.data, at)
  for (const delivery of deliveries) await insertRow(tx, 'webhook_deliveries', delivery)
  if (deliveries.some(({ status }) => status === 'pending')) await tx.notify(deliveriesDue)
}

/** Emits many events of one type in one workspace, as `emitEvent` does. */
export async function emitEvents(
  tx: Tx,
  { workspace_id, type, at }: Omit<NewEvent, 'data'>,
  data: readonly unknown[],
): Promise<void> {
  if (data.length === 0) return
  hintAt(tx, workspace_id)
  const endpoints = await subscribers(tx, workspace_id)
  const isFannedOut =
    endpoints.length * data.length > MAX_IN_TRANSACTION || endpoints.some(({ is_behind }) => is_behind)
  const inserted = await insertionTime(tx)
  // Where the clock was set back, it is the time of the records.
  const eventTime = inserted && Math.max(inserted, Date.parse(at))
  const { events, webhook_deliveries: deliveries } = tx.tables
  for (let from = 0; from < data.length; from += BATCH) {
    const batch = data
      .slice(from, from + BATCH)
      .map((one, i) =>
        eventOf({ workspace_id, type, data: one, at }, eventTime && eventTime + (from + i) * MICROSECOND),
      )
    for (const event of batch) tx.publish(event)
    const sequences = await nextSequences(tx, batch.length)
    const fan_out_after = isFannedOut ? '' : null
    await tx.db
      .insert(events)
      .values(batch.map((event, index) => ({ ...event, fan_out_after, sequence: sequences[index] ?? null })))
    const due = isFannedOut
      ? []
      : batch.flatMap((event, i) =>
          deliveriesOf(
            tx,
            event,
            endpoints,
            () => JSON.parse(event.data),
            eventTime && eventTime + (from + i) * MICROSECOND,
          ),
        )
    if (due.length > 0) await tx.db.insert(deliveries).values(due)
  }
  if (endpoints.some(({ status }) => status === 'enabled')) await tx.notify(deliveriesDue)
}

async function subscribers(tx: Tx, workspace_id: string) {
  return prepared(
    tx,
    'events.subscribers',
    ({ db, tables: { webhook_endpoints: endpoints } }) =>
      db
        .select({
          ...subscriberColumns(endpoints),
          is_behind: sql`${sql.raw(isFanOutPending('webhook_endpoints'))}`.mapWith(Boolean),
        })
        .from(endpoints)
        .where(and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), isNull(endpoints.deleted_at))),
    { workspace_id },
  )
}

export function subscriberColumns(t: Tables['webhook_endpoints']) {
  const { id, events, status, guide_ids, organisation_ids } = t
  return { id, events, status, guide_ids, organisation_ids }
}

/**
 * The deliveries of an event to subscribed endpoints. Ordered ones are in the order of `at`.
 * @param data of the event
 * @param at the time of writing, in milliseconds; defaults to the time of the transaction
 */
export function deliveriesOf(
  { time, stamp }: Tx,
  { workspace_id, id: event_id, type: event, occurred_at: created_at }: Omit<EventRow, 'data'>,
  endpoints: readonly Subscriber[],
  data: () => unknown,
  at?: number,
) {
  // If transactions use another clock than the database, as in tests, only the ids define the order.
  const isByThatClock = at !== undefined && Math.abs(at - Date.parse(time)) < MINUTE_MS
  const next_attempt_at = isByThatClock ? new Date(at).toISOString() : time
  const due = { status: 'pending' as const, next_attempt_at }
  const skipped = { status: 'skipped' as const, next_attempt_at: null }
  const record = { workspace_id, event_id, event, attempts: 0, created_at, updated_at: stamp }
  return endpoints
    .filter((endpoint) => isSubscribedTo(endpoint, event, data))
    .map(({ id: endpoint_id, status }) => ({
      ...record,
      id: at === undefined ? newId() : idAt(at),
      endpoint_id,
      ...(status === 'enabled' ? due : skipped),
    }))
}
