import type { Connection } from './database.ts'
import type { ClaimedDelivery, DeliveryClaim } from './dialect.ts'

/** Endpoints looked at in one claim; the turn goes on behind them in the next. */
const MAX_ENDPOINTS = 400

/** Jumps from endpoint to endpoint along the index of what is due, past everything else that waits for each. */
const ENDPOINTS = `with recursive waiting(id) as (
    select min(endpoint_id) from webhook_deliveries where status = 'pending' and lease_until is null and endpoint_id > ?
    union all
    select (select min(d.endpoint_id) from webhook_deliveries d
      where d.status = 'pending' and d.lease_until is null and d.endpoint_id > waiting.id)
    from waiting where waiting.id is not null limit ?)
  select e.id, case when e.open_until is null then e.concurrency else 1 end
    - (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.lease_until is not null) as room
  from waiting join webhook_endpoints e on e.id = waiting.id
  where e.status = 'enabled' and (e.open_until is null or e.open_until <= ?)`

const TAKE = `update webhook_deliveries set lease_until = ?, attempts = attempts + 1
  where (workspace_id, id) in (
    select workspace_id, id from webhook_deliveries
    where endpoint_id = ? and status = 'pending' and lease_until is null and next_attempt_at <= ?
    order by next_attempt_at, id limit ?)
  returning workspace_id, id, endpoint_id, event_id, attempts`

/** The caller holds the one writer, so nobody else claims meanwhile. */
export async function claimOnSqlite(connection: Connection, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const after of claim.after === '' ? [''] : [claim.after, '']) {
    const endpoints = await connection.rows<{ id: string; room: number }>(ENDPOINTS, [after, MAX_ENDPOINTS, claim.now])
    for (const { id, room } of endpoints) {
      const wanted = Math.min(room, claim.limit - claimed.length)
      if (wanted <= 0) continue
      claimed.push(...(await connection.rows<ClaimedDelivery>(TAKE, [claim.lease_until, id, claim.now, wanted])))
    }
  }
  return claimed
}
