import { and, count, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import { existing } from '../errors.ts'
import { writableKeys } from '../fields/record.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow } from '../records/rows.ts'
import { insertTombstone } from '../records/tombstones.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { Delivery, endpointFields, WebhookEndpoint } from './endpoint.ts'
import type { healed } from './worker/health/health.ts'

type EndpointsTable = Tables['webhook_endpoints']
type EndpointRow = EndpointsTable['$inferSelect']
type DeliveriesTable = Tables['webhook_deliveries']

const SHOWN_DELIVERIES = 10

const endpointColumns = (table: EndpointsTable) => columnsOf(table, WebhookEndpoint)

const isThere = (table: EndpointsTable) => isNull(table.deleted_at)

export const endpointList = {
  name: 'webhook_endpoints',
  deletions: 'webhook_endpoints',
  table: (tables) => tables.webhook_endpoints,
  columns: endpointColumns,
  only: isThere,
  filters: {},
} satisfies ListSource<EndpointsTable, ReturnType<typeof endpointColumns>>

/** @throws AppError `not_found` */
export async function existingEndpoint(reader: Reader, workspace_id: string, id: string): Promise<WebhookEndpoint> {
  const there = { name: 'there', where: isThere }
  return existing(await findRow(reader, 'webhook_endpoints', endpointColumns, { workspace_id, id }, there))
}

/** Includes columns for the sender only. @throws AppError `not_found` */
export async function existingEndpointRow(reader: Reader, workspace_id: string, id: string): Promise<EndpointRow> {
  const whole = { name: 'whole', where: isThere }
  return existing(await findRow(reader, 'webhook_endpoints', getTableColumns, { workspace_id, id }, whole))
}

export async function countEndpoints({ db, tables: { webhook_endpoints: t } }: Reader, workspace_id: string) {
  const [row] = await db
    .select({ total: count() })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), isThere(t)))
  return row?.total ?? 0
}

export const deliveryColumns = (table: DeliveriesTable) => columnsOf(table, Delivery)

export async function newestDeliveries(reader: Reader, workspace_id: string, endpoint_id: string) {
  const { webhook_deliveries: deliveries } = reader.tables
  return reader.db
    .select(deliveryColumns(deliveries))
    .from(deliveries)
    .where(and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.endpoint_id, endpoint_id)))
    .orderBy(desc(deliveries.created_at), desc(deliveries.id))
    .limit(SHOWN_DELIVERIES)
}

export function findDelivery(reader: Reader, workspace_id: string, id: string) {
  return findRow(reader, 'webhook_deliveries', deliveryColumns, { workspace_id, id })
}

export async function insertEndpoint(tx: Tx, endpoint: EndpointsTable['$inferInsert']): Promise<void> {
  await tx.db.insert(tx.tables.webhook_endpoints).values(endpoint)
}

/** Updates an endpoint, including the state of its deliveries on hold. */
export async function updateEndpointRow(
  tx: Tx,
  endpoint: EndpointRow,
  state: Partial<ReturnType<typeof healed>>,
): Promise<void> {
  const { workspace_id, id, updated_at, header_names, sealed_headers, shows_links } = endpoint
  const { webhook_endpoints: endpoints } = tx.tables
  const fields = Object.fromEntries(writableKeys(endpointFields).map((key) => [key, endpoint[key]]))
  await tx.db
    .update(endpoints)
    .set({ ...fields, header_names, sealed_headers, shows_links, updated_at, ...state })
    .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
}

/** Deletes an endpoint. Its deliveries, possibly millions, are deleted afterwards in steps. */
export async function deleteEndpointRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  await tx.db
    .update(endpoints)
    .set({ status: 'disabled', deleted_at: tx.time })
    .where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id)))
  await insertTombstone(tx, 'webhook_endpoints', { workspace_id, id, deleted_at: tx.stamp })
}
