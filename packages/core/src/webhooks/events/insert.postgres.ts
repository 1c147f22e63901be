import type { RawSql } from '../../storage/dialect.ts'
import type { EventRow, Subscriber } from './event-row.ts'

/** In one statement: every change records an event, and each would be a round trip. */
const INSERT = `with recorded as (insert into events (workspace_id, id, type, occurred_at, data) values ($1, $2, $3, $4, $5))
  select id, events, status, guide_ids, organisation_ids from webhook_endpoints
  where workspace_id = $1 and deleted_at is null limit $6`

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Subscriber[]> {
  const { workspace_id, id, type, occurred_at, data } = event
  return connection.rows<Subscriber>(INSERT, [workspace_id, id, type, occurred_at, data, limit])
}
