import { eq, sql } from 'drizzle-orm'
import { newId } from '../../ids.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import { placeholders } from '../../storage/placeholders.ts'
import { deliveriesDue } from '../channel.ts'
import { covers, type EventType } from './catalogue.ts'

interface NewEvent {
  workspace_id: string
  type: EventType
  /** The record as its list view shows it. */
  data: unknown
  /** When it happened. */
  at: string
}

/** Writes an event alone: its bytes are fixed now. */
export async function insertEvent(tx: Tx, { workspace_id, type, data, at }: NewEvent) {
  const event = {
    workspace_id,
    id: `evt_${newId().replaceAll('-', '')}`,
    type,
    occurred_at: at,
    data: JSON.stringify(data),
  }
  await prepared(
    tx,
    'events.insert',
    ({ db, tables: { events } }) =>
      db.insert(events).values(placeholders(events, ['workspace_id', 'id', 'type', 'occurred_at', 'data'])),
    event,
  )
  return event
}

/**
 * Writes an event, and the deliveries that are due for it, in the transaction of the change it tells of: there is never
 * one without the other. A paused or disabled endpoint gets a delivery that is skipped, so that it can be recovered.
 */
export async function record(tx: Tx, event: NewEvent): Promise<void> {
  const { workspace_id, type, at } = event
  const { id: event_id } = await insertEvent(tx, event)
  const endpoints = (await subscribers(tx, workspace_id)).filter(({ events }) =>
    events.some((subscription) => covers(subscription, type)),
  )
  for (const { id: endpoint_id, status } of endpoints)
    await insertDelivery(tx, { workspace_id, endpoint_id, event_id, event: type, at, status })
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
        .where(eq(endpoints.workspace_id, sql.placeholder('workspace_id'))),
    { workspace_id },
  )
}

interface NewDelivery {
  workspace_id: string
  endpoint_id: string
  event_id: string
  event: EventType
  at: string
  status: string
}

async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<void> {
  const due = delivery.status === 'enabled'
  await prepared(
    tx,
    'events.insert_delivery',
    ({ db, tables: { webhook_deliveries: deliveries } }) =>
      db
        .insert(deliveries)
        .values(
          placeholders(deliveries, [
            'workspace_id',
            'id',
            'endpoint_id',
            'event_id',
            'event',
            'status',
            'attempts',
            'created_at',
            'updated_at',
            'next_attempt_at',
          ]),
        ),
    {
      workspace_id: delivery.workspace_id,
      id: newId(),
      endpoint_id: delivery.endpoint_id,
      event_id: delivery.event_id,
      event: delivery.event,
      status: due ? 'pending' : 'skipped',
      attempts: 0,
      created_at: delivery.at,
      updated_at: delivery.at,
      next_attempt_at: due ? delivery.at : null,
    },
  )
}
