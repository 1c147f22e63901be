import type { RawSql } from '../../../storage/dialect.ts'
import type { DeliveriesQuery } from './query.ts'

const OF_EVENTS = `select d.id from unnest($2::text[]) as e(id) cross join lateral (
    select id from webhook_deliveries where workspace_id = $1 and event_id = e.id order by endpoint_id limit $3) d`

export async function deliveryIds(
  connection: RawSql,
  { workspace_id, event_ids, each }: DeliveriesQuery,
): Promise<string[]> {
  const rows = await connection.rows<{ id: string }>(OF_EVENTS, [workspace_id, event_ids, each])
  return rows.map(({ id }) => id)
}
