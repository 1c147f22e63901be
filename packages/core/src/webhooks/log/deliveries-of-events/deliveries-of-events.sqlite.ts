import type { RawSql } from '../../../storage/dialect.ts'
import type { DeliveriesQuery } from './query.ts'

const OF_EVENT =
  'select id from webhook_deliveries where workspace_id = ? and event_id = ? order by endpoint_id limit ?'

/** One by one: within the process a look-up costs less than a list. */
export async function deliveryIds(
  connection: RawSql,
  { workspace_id, event_ids, each }: DeliveriesQuery,
): Promise<string[]> {
  const ids: string[] = []
  for (const event_id of event_ids)
    for (const { id } of await connection.rows<{ id: string }>(OF_EVENT, [workspace_id, event_id, each])) ids.push(id)
  return ids
}
