import { eq, sql } from 'drizzle-orm'
import { newId } from '../../ids.ts'
import { insertRow } from '../../records/rows.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import type { EndpointStatus } from '../../storage/tables/webhooks.ts'
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
  const id = `evt_${newId().replaceAll('-', '')}`
  const event = { workspace_id, id, type, occurred_at: at, data: JSON.stringify(data) }
  await insertRow(tx, 'events', event)
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
  status: EndpointStatus
}

async function insertDelivery(tx: Tx, { at, status, ...delivery }: NewDelivery): Promise<void> {
  const due = status === 'enabled'
  await insertRow(tx, 'webhook_deliveries', {
    ...delivery,
    id: newId(),
    status: due ? 'pending' : 'skipped',
    attempts: 0,
    created_at: at,
    updated_at: at,
    next_attempt_at: due ? at : null,
  })
}
