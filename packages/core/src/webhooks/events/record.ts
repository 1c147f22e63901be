import { and, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '../../ids.ts'
import { insertRow } from '../../records/rows.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import type { EndpointStatus } from '../../storage/tables/webhooks.ts'
import { deliveriesDue } from '../channel.ts'
import { covers, type EventType } from './catalogue.ts'
import { insertEventRow } from './insert.ts'

const BATCH = 200

interface NewEvent {
  workspace_id: string
  type: EventType
  /** The record as its list view shows it. */
  data: unknown
  /** When it happened. */
  at: string
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
 * one without the other. A paused or disabled endpoint gets a delivery that is skipped, so that it can be recovered.
 */
export async function record(tx: Tx, event: NewEvent): Promise<void> {
  const { workspace_id, type, at } = event
  const row = eventOf(event)
  const { id: event_id } = row
  const endpoints = (await insertEventRow(tx, row)).filter(({ events }) =>
    events.some((subscription) => covers(subscription, type)),
  )
  for (const { id: endpoint_id, status } of endpoints)
    await insertRow(
      tx,
      'webhook_deliveries',
      deliveryOf(tx, { workspace_id, endpoint_id, event_id, event: type, at, status }),
    )
  if (endpoints.some(({ status }) => status === 'enabled')) await tx.notify(deliveriesDue)
}

/** Writes many events of one type in one workspace, as `record` does each. */
export async function recordAll(
  tx: Tx,
  { workspace_id, type, at }: Omit<NewEvent, 'data'>,
  data: readonly unknown[],
): Promise<void> {
  if (data.length === 0) return
  const endpoints = (await subscribers(tx, workspace_id)).filter(({ events }) =>
    events.some((subscription) => covers(subscription, type)),
  )
  const { events, webhook_deliveries: deliveries } = tx.tables
  for (let from = 0; from < data.length; from += BATCH) {
    const batch = data.slice(from, from + BATCH).map((one) => eventOf({ workspace_id, type, data: one, at }))
    await tx.db.insert(events).values(batch)
    for (const { id: endpoint_id, status } of endpoints)
      await tx.db
        .insert(deliveries)
        .values(
          batch.map(({ id: event_id }) =>
            deliveryOf(tx, { workspace_id, endpoint_id, event_id, event: type, at, status }),
          ),
        )
  }
  if (endpoints.some(({ status }) => status === 'enabled')) await tx.notify(deliveriesDue)
}

async function subscribers(tx: Tx, workspace_id: string) {
  return prepared(
    tx,
    'events.subscribers',
    ({ db, tables: { webhook_endpoints: endpoints } }) =>
      db
        .select({ id: endpoints.id, events: endpoints.events, status: endpoints.status })
        .from(endpoints)
        .where(and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), isNull(endpoints.deleted_at))),
    { workspace_id },
  )
}

interface NewDelivery {
  workspace_id: string
  endpoint_id: string
  event_id: string
  event: EventType
  at: string
  status: EndpointStatus
}

function deliveryOf({ time }: Tx, { at, status, ...delivery }: NewDelivery) {
  const due = status === 'enabled'
  return {
    ...delivery,
    id: newId(),
    status: due ? ('pending' as const) : ('skipped' as const),
    attempts: 0,
    created_at: at,
    updated_at: at,
    next_attempt_at: due ? time : null,
  }
}
