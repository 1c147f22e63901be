import { eq, sql } from 'drizzle-orm'
import { newId } from '../../ids.ts'
import { prepared, type Tx } from '../../storage/database.ts'
import { placeholders } from '../../storage/placeholders.ts'
import { deliveriesDue } from '../channel.ts'

/** Every type of event that an endpoint can subscribe to, and when it happens. */
export const EVENT_TYPES = {
  'enrollment.created': 'A contact was enrolled in a guide',
  'enrollment.started': 'A contact started a guide, or it was re-opened',
  'enrollment.updated': 'The metadata or the expiry of an enrollment changed',
  'enrollment.completed': 'An enrollment was completed',
  'enrollment.expired': 'An enrollment expired',
  'enrollment.deleted': 'An enrollment was deleted',
  'guide.viewed': 'A contact opened a guide',
  'step.completed': 'A contact completed a step',
  'section.completed': 'A contact completed all steps of a section',
  'file.uploaded': 'A contact uploaded a file',
  'ces.submitted': 'A contact submitted a customer effort score',
  'contact.created': 'A contact was created',
  'contact.updated': 'A contact was changed',
  'contact.deleted': 'A contact was deleted',
  'organisation.created': 'An organisation was created',
  'organisation.updated': 'An organisation was changed',
  'organisation.deleted': 'An organisation was deleted',
  'guide.published': 'A guide was published',
  'guide.archived': 'A guide was archived',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled',
  'webhook.test': 'A test was asked for',
} as const

export type EventType = keyof typeof EVENT_TYPES

/** Whether a subscription (an exact type, `enrollment.*` or `*`) covers a type. */
export function covers(subscription: string, type: EventType): boolean {
  if (subscription === '*' || subscription === type) return true
  return subscription.endsWith('.*') && type.startsWith(subscription.slice(0, -1))
}

/** Whether a subscription covers any type at all. */
export function isSubscription(subscription: string): boolean {
  return Object.keys(EVENT_TYPES).some((type) => covers(subscription, type as EventType))
}

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
