import type { Payload } from '../../webhooks/contract.ts'
import type { Columns } from '../columns.ts'
import type { WebhookTables } from './webhooks.ts'

/** A request as it was sent, but for its body, which follows from the event and the kind of payload. */
export interface SentRequest {
  url: string
  /** The values of the endpoint's own headers are masked. */
  headers: Record<string, string>
  payload: Payload
}

/** Each attempt to make a delivery: it goes when the delivery goes. */
export function attemptTables(column: Columns, { webhook_deliveries }: WebhookTables) {
  const { table, id, text, integer, time, json, primaryKey, foreignKey } = column

  const webhook_attempts = table(
    'webhook_attempts',
    {
      workspace_id: id().notNull(),
      delivery_id: id().notNull(),
      id: id().notNull(),
      /** Which it was, counted from the last time that somebody had it sent again. */
      number: integer().notNull(),
      started_at: time().notNull(),
      duration_ms: integer().notNull(),
      /** IP address of the receiver; null if no connection was made. */
      address: text(),
      request: json<SentRequest>().notNull(),
      response_status: integer(),
      response_headers: json<Record<string, string>>(),
      response_body: text(),
      error: text(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.delivery_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.delivery_id],
        foreignColumns: [webhook_deliveries.workspace_id, webhook_deliveries.id],
      }).onDelete('cascade'),
    ],
  )

  return { webhook_attempts }
}
