import { hintAt } from '../../changes/channel.ts'
import { idAt, newId } from '../../ids.ts'
import { insertRows } from '../../records/insertion/insert-rows.ts'
import { insertRow } from '../../records/rows.ts'
import type { Tx } from '../../storage/database.ts'
import { MINUTE_MS } from '../../times.ts'
import { deliveriesDue } from '../channel.ts'
import { subscriptionsTo } from './catalogue.ts'
import type { EventRow, Subscriber } from './event-row.ts'
import { isAbout } from './filters.ts'
import {
  findSubscribers,
  insertDeliveries,
  insertEventRow,
  insertionTime,
  insertUnsubscribed,
  nextSequences,
} from './insert/insert.ts'
import type { NewDelivery } from './insert/new-delivery.ts'
import { publishEvent } from './requests.ts'
import type { EventType } from './types.ts'

const BATCH = 200
const MICROSECOND = 0.001
/** Maximum number of endpoints whose deliveries are created in the transaction of a change: everybody who writes waits for it. */
const MAX_ENDPOINTS = 5
/** The same for a change with many events, and for an event about an endpoint itself. */
const MAX_IN_TRANSACTION = 100

interface NewEvent {
  workspace_id: string
  type: EventType
  /** The record as its list view shows it. */
  data: unknown
  /** The time of the event. */
  at: string
  /** An endpoint that gets no delivery; ignored if there are more than a hundred. */
  except?: string
}

/** Inserts an event without deliveries: its bytes are fixed now. */
export async function insertEvent(tx: Tx, given: NewEvent) {
  const [sequence = null] = await nextSequences(tx, 1)
  const event = { ...eventOf(given, await insertionTime(tx)), sequence }
  await insertRow(tx, 'events', event)
  publishEvent(tx, event)
  return event
}

/** @param eventTime the time of writing in milliseconds; by default from the clock of this process */
function eventOf({ workspace_id, type, data, at }: NewEvent, eventTime?: number) {
  const id = `evt_${(eventTime === undefined ? newId() : idAt(eventTime)).replaceAll('-', '')}`
  return { workspace_id, id, type, occurred_at: at, data: JSON.stringify(data) }
}

/**
 * Inserts an event and its due deliveries in the transaction of the change, so that neither exists without the other.
 * A paused or disabled endpoint gets a skipped delivery, which can be recovered. With more than a few endpoints, or earlier
 * events waiting for fan-out, the deliveries are created from the event after the commit.
 */
export async function emitEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { workspace_id, except } = event
  const given = eventOf(event)
  hintAt(tx, workspace_id)
  const patterns = subscriptionsTo(event.type)
  if (insertUnsubscribed(tx, given, patterns)) return publishEvent(tx, given)
  const inserted = await insertEventRow(tx, given, {
    patterns,
    most: except === undefined ? MAX_ENDPOINTS : MAX_IN_TRANSACTION,
    keepsOrder: except === undefined,
  })
  const { id, subscribers, at } = inserted
  const row = { ...given, id }
  publishEvent(tx, row)
  if (!subscribers) return tx.wake(deliveriesDue)
  if (subscribers.length === 0) return
  const recipients = except === undefined ? subscribers : subscribers.filter((one) => one.id !== except)
  const deliveries = deliveriesOf(tx, row, recipients, () => event.data, at)
  await insertDeliveries(tx, deliveries)
  if (deliveries.some(({ status }) => status === 'pending')) tx.wake(deliveriesDue)
}

/** Emits many events of one type in one workspace, as `emitEvent` does. */
export async function emitEvents(
  tx: Tx,
  { workspace_id, type, at }: Omit<NewEvent, 'data'>,
  data: readonly unknown[],
): Promise<void> {
  if (data.length === 0) return
  hintAt(tx, workspace_id)
  const endpoints = await findSubscribers(tx, workspace_id, subscriptionsTo(type), MAX_ENDPOINTS)
  const isFannedOut =
    endpoints.length > MAX_ENDPOINTS ||
    endpoints.length * data.length > MAX_IN_TRANSACTION ||
    endpoints.some(({ is_behind }) => is_behind)
  const inserted = await insertionTime(tx)
  // Where the clock was set back, it is the time of the records.
  const eventTime = inserted && Math.max(inserted, Date.parse(at))
  for (let from = 0; from < data.length; from += BATCH) {
    const batch = data
      .slice(from, from + BATCH)
      .map((one, i) =>
        eventOf({ workspace_id, type, data: one, at }, eventTime && eventTime + (from + i) * MICROSECOND),
      )
    for (const event of batch) publishEvent(tx, event)
    const sequences = await nextSequences(tx, batch.length)
    const fan_out_after = isFannedOut ? '' : null
    await insertRows(
      tx,
      'events',
      batch.map((event, index) => ({ ...event, fan_out_after, sequence: sequences[index] ?? null })),
    )
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
    await insertDeliveries(tx, due)
  }
  if (endpoints.some(({ status }) => status === 'enabled')) tx.wake(deliveriesDue)
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
): NewDelivery[] {
  // If transactions use another clock than the database, as in tests, only the ids define the order.
  const isByThatClock = at !== undefined && Math.abs(at - Date.parse(time)) < MINUTE_MS
  const next_attempt_at = isByThatClock ? new Date(at).toISOString() : time
  const due = { status: 'pending' as const, next_attempt_at }
  const skipped = { status: 'skipped' as const, next_attempt_at: null }
  const record = { workspace_id, event_id, event, created_at, updated_at: stamp }
  return endpoints
    .filter((endpoint) => isAbout(endpoint, event, data))
    .map(({ id: endpoint_id, status }) => ({
      ...record,
      id: at === undefined ? newId() : idAt(at),
      endpoint_id,
      ...(status === 'enabled' ? due : skipped),
    }))
}
