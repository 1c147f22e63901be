import { and, eq, isNull, sql } from 'drizzle-orm'
import { hintAt } from '../../changes/channel.ts'
import { newId } from '../../ids.ts'
import { insertRow } from '../../records/rows.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { deliveriesDue } from '../channel.ts'
import { isTold } from '../settings/filters.ts'
import type { EventType } from './catalogue.ts'
import type { EventRow, Subscriber } from './event-row.ts'
import { insertEventRow } from './insert.ts'

const BATCH = 200
/** Deliveries that a transaction writes beside its change. */
const MOST_AT_ONCE = 100

interface NewEvent {
  workspace_id: string
  type: EventType
  /** The record as its list view shows it. */
  data: unknown
  /** When it happened. */
  at: string
  /** An endpoint that is not told; where there are very many, all are. */
  except?: string
}

/** Writes an event alone: its bytes are fixed now. */
export async function insertEvent(tx: Tx, given: NewEvent) {
  const event = eventOf(given)
  await insertRow(tx, 'events', event)
  return event
}

function eventOf({ workspace_id, type, data, at }: NewEvent) {
  const id = `evt_${newId().replaceAll('-', '')}`
  return { workspace_id, id, type, occurred_at: at, data: JSON.stringify(data) }
}

/**
 * Writes an event, and the deliveries that are due for it, in the transaction of the change it tells of: there is never
 * one without the other. A paused or disabled endpoint gets a delivery that is skipped, so that it can be recovered. Where
 * there are very many endpoints, the deliveries are written after the commit, from the event.
 */
export async function record(tx: Tx, event: NewEvent): Promise<void> {
  const { workspace_id } = event
  const row = eventOf(event)
  const { id } = row
  hintAt(tx, workspace_id)
  const endpoints = await insertEventRow(tx, row, MOST_AT_ONCE + 1)
  if (endpoints.length > MOST_AT_ONCE) {
    const { events } = tx.tables
    await tx.db
      .update(events)
      .set({ fan_out_after: '' })
      .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
    return tx.notify(deliveriesDue)
  }
  const told = event.except === undefined ? endpoints : endpoints.filter((one) => one.id !== event.except)
  const deliveries = deliveriesOf(tx, row, told, () => event.data)
  for (const delivery of deliveries) await insertRow(tx, 'webhook_deliveries', delivery)
  if (deliveries.some(({ status }) => status === 'pending')) await tx.notify(deliveriesDue)
}

/** Writes many events of one type in one workspace, as `record` does each. */
export async function recordAll(
  tx: Tx,
  { workspace_id, type, at }: Omit<NewEvent, 'data'>,
  data: readonly unknown[],
): Promise<void> {
  if (data.length === 0) return
  hintAt(tx, workspace_id)
  const endpoints = await subscribers(tx, workspace_id)
  const isFannedOut = endpoints.length * data.length > MOST_AT_ONCE
  const { events, webhook_deliveries: deliveries } = tx.tables
  for (let from = 0; from < data.length; from += BATCH) {
    const batch = data.slice(from, from + BATCH).map((one) => eventOf({ workspace_id, type, data: one, at }))
    await tx.db.insert(events).values(batch.map((event) => ({ ...event, fan_out_after: isFannedOut ? '' : null })))
    const due = isFannedOut
      ? []
      : batch.flatMap((event) => deliveriesOf(tx, event, endpoints, () => JSON.parse(event.data)))
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
        .select(subscriberColumns(endpoints))
        .from(endpoints)
        .where(and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), isNull(endpoints.deleted_at))),
    { workspace_id },
  )
}

export function subscriberColumns(t: Tables['webhook_endpoints']) {
  const { id, events, status, guide_ids, organisation_ids } = t
  return { id, events, status, guide_ids, organisation_ids }
}

/** The deliveries of an event to those of some endpoints that are told of it. @param data of the event */
export function deliveriesOf(
  { time, stamp }: Tx,
  { workspace_id, id: event_id, type: event, occurred_at: created_at }: Omit<EventRow, 'data'>,
  endpoints: readonly Subscriber[],
  data: () => unknown,
) {
  const due = { status: 'pending' as const, next_attempt_at: time }
  const skipped = { status: 'skipped' as const, next_attempt_at: null }
  const record = { workspace_id, event_id, event, attempts: 0, created_at, updated_at: stamp }
  return endpoints
    .filter((endpoint) => isTold(endpoint, event, data))
    .map(({ id: endpoint_id, status }) => ({
      ...record,
      id: newId(),
      endpoint_id,
      ...(status === 'enabled' ? due : skipped),
    }))
}
