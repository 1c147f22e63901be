import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '../errors.ts'
import type { ListSource } from '../records/lists.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { WebhookEndpoint } from './endpoint.ts'

type EndpointsTable = Tables['webhook_endpoints']
type EndpointRow = EndpointsTable['$inferSelect']
type DeliveriesTable = Tables['webhook_deliveries']

const SHOWN_DELIVERIES = 10

function endpointColumns(t: EndpointsTable) {
  return {
    id: t.id,
    url: t.url,
    events: t.events,
    description: t.description,
    status: t.status,
    disabled_reason: t.disabled_reason,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export const endpointList = {
  name: 'webhook_endpoints',
  table: (tables) => tables.webhook_endpoints,
  columns: endpointColumns,
  filters: {},
} satisfies ListSource<EndpointsTable, ReturnType<typeof endpointColumns>>

async function findEndpoint(reader: Reader, workspace_id: string, id: string) {
  const [endpoint] = await prepared(
    reader,
    'webhook_endpoints.find',
    ({ db, tables: { webhook_endpoints: endpoints } }) =>
      db
        .select(endpointColumns(endpoints))
        .from(endpoints)
        .where(
          and(eq(endpoints.workspace_id, sql.placeholder('workspace_id')), eq(endpoints.id, sql.placeholder('id'))),
        ),
    { workspace_id, id },
  )
  return endpoint
}

/** @throws AppError `not_found` */
export async function existingEndpoint(
  reader: Reader,
  workspace_id: string,
  id: string,
): Promise<z.infer<typeof WebhookEndpoint>> {
  const endpoint = await findEndpoint(reader, workspace_id, id)
  if (!endpoint) throw notFound()
  // Only statuses of the schema are ever written.
  return endpoint as z.infer<typeof WebhookEndpoint>
}

/** With what only the sender needs. @throws AppError `not_found` */
export async function existingEndpointRow(reader: Reader, workspace_id: string, id: string): Promise<EndpointRow> {
  const { webhook_endpoints: endpoints } = reader.tables
  const which = and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id))
  const [endpoint] = await reader.db.select().from(endpoints).where(which)
  if (!endpoint) throw notFound()
  return endpoint
}

export function deliveryColumns(t: DeliveriesTable) {
  return {
    id: t.id,
    event_id: t.event_id,
    event: t.event,
    status: t.status,
    attempts: t.attempts,
    response_status: t.response_status,
    response_body: t.response_body,
    error: t.error,
    duration_ms: t.duration_ms,
    created_at: t.created_at,
    next_attempt_at: t.next_attempt_at,
    delivered_at: t.delivered_at,
  }
}

export async function newestDeliveries(reader: Reader, workspace_id: string, endpoint_id: string) {
  const { webhook_deliveries: deliveries } = reader.tables
  return reader.db
    .select(deliveryColumns(deliveries))
    .from(deliveries)
    .where(and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.endpoint_id, endpoint_id)))
    .orderBy(desc(deliveries.created_at), desc(deliveries.id))
    .limit(SHOWN_DELIVERIES)
}

export async function findDelivery(reader: Reader, workspace_id: string, id: string) {
  const { webhook_deliveries: deliveries } = reader.tables
  const [delivery] = await reader.db
    .select(deliveryColumns(deliveries))
    .from(deliveries)
    .where(and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.id, id)))
  return delivery
}

export async function insertEndpoint(tx: Tx, endpoint: EndpointsTable['$inferInsert']): Promise<void> {
  await tx.db.insert(tx.tables.webhook_endpoints).values(endpoint)
}

export async function updateEndpointRow(
  tx: Tx,
  workspace_id: string,
  id: string,
  fields: Pick<EndpointRow, 'url' | 'events' | 'description' | 'updated_at'>,
): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  await tx.db
    .update(endpoints)
    .set(fields)
    .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpointRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  await tx.db.delete(endpoints).where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
}
