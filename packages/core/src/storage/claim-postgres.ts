import type { Connection } from './database.ts'
import type { ClaimedDelivery, DeliveryClaim } from './dialect.ts'

/** Endpoints looked at in one claim; the turn goes on behind them in the next. */
const MAX_ENDPOINTS = 400
const NO_ENDPOINT = '00000000-0000-0000-0000-000000000000'

/**
 * Jumps from endpoint to endpoint along the index of what is due, and takes each for this transaction: another process
 * that claims passes it by.
 */
const ENDPOINTS = `with recursive waiting as (
    (select endpoint_id from webhook_deliveries where status = 'pending' and lease_until is null and endpoint_id > $1
      order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d
      where d.status = 'pending' and d.lease_until is null and d.endpoint_id > waiting.endpoint_id
      order by d.endpoint_id limit 1)
    from waiting where waiting.endpoint_id is not null)
  select id from (
    select e.id from (select endpoint_id from waiting where endpoint_id is not null limit $2) w
    join webhook_endpoints e on e.id = w.endpoint_id
    where e.status = 'enabled' and (e.open_until is null or e.open_until <= $3) offset 0) due
  where pg_try_advisory_xact_lock(hashtextextended(id::text, 7))`

/** A statement of its own, and so a snapshot from after the locks: the count of what is under way is true. */
const TAKE = `with candidates as (
    select e.id, case when e.open_until is null then e.concurrency else 1 end
      - (select count(*) from webhook_deliveries f where f.endpoint_id = e.id and f.lease_until is not null) as room
    from webhook_endpoints e where e.id = any($1::uuid[])),
  picked as (
    select d.workspace_id, d.id from candidates c cross join lateral (
      select workspace_id, id from webhook_deliveries
      where endpoint_id = c.id and status = 'pending' and lease_until is null and next_attempt_at <= $2
      order by next_attempt_at, id limit greatest(c.room, 0) for update skip locked) d
    limit $3)
  update webhook_deliveries u set lease_until = $4, attempts = attempts + 1 from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id
  returning u.workspace_id, u.id, u.endpoint_id, u.event_id, u.attempts`

export async function claimOnPostgres(connection: Connection, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const after of claim.after === '' ? [NO_ENDPOINT] : [claim.after, NO_ENDPOINT]) {
    const limit = claim.limit - claimed.length
    if (limit <= 0) break
    const endpoints = await connection.rows<{ id: string }>(ENDPOINTS, [after, MAX_ENDPOINTS, claim.now])
    if (endpoints.length === 0) continue
    const ids = endpoints.map(({ id }) => id)
    claimed.push(...(await connection.rows<ClaimedDelivery>(TAKE, [ids, claim.now, limit, claim.lease_until])))
  }
  return claimed
}
