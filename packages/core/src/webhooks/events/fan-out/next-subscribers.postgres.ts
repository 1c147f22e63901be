import type { RawSql } from '../../../storage/dialect.ts'
import type { NextQuery, NextSubscriber } from './next-query.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const NEXT = `select e.id, e.status, e.guide_ids, e.organisation_ids,
    to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
  from (select distinct s.endpoint_id from unnest($2::text[]) as p(event) cross join lateral (
      select endpoint_id from webhook_subscriptions
      where workspace_id = $1 and event = p.event and endpoint_id > $3 order by endpoint_id limit $4) s
    order by s.endpoint_id limit $4) s
  join webhook_endpoints e on e.workspace_id = $1 and e.id = s.endpoint_id order by e.id`

export async function nextSubscribers(
  connection: RawSql,
  { workspace_id, patterns, after, limit }: NextQuery,
): Promise<NextSubscriber[]> {
  return connection.rows<NextSubscriber>(NEXT, [workspace_id, patterns, after || NIL_UUID, limit])
}
