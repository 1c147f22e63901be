import type { RawSql } from '../../storage/dialect.ts'
import type { ClaimedDelivery, DeliveryClaim, DeliveryOutcome, DueEvent } from './delivery.ts'

/** Endpoints that a claim takes something of; the turn goes on behind them in the next. */
const MAX_ENDPOINTS = 400
/** A time as the rest of the program has it, where the driver would make a Date of it. */
const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const NO_ENDPOINT = '00000000-0000-0000-0000-000000000000'

/**
 * Jumps from endpoint to endpoint along the index of what waits, and takes each for this transaction: another process
 * that claims passes it by. Those with nothing due, or that are not to be sent to, do not count: however many there are,
 * they hide nobody behind them.
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
    select e.id from waiting w join webhook_endpoints e on e.id = w.endpoint_id
    where e.status = 'enabled' and (e.open_until is null or e.open_until <= $3) and exists (
      select 1 from webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'pending' and d.lease_until is null and d.next_attempt_at <= $3)
    limit $2) due
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
  returning u.workspace_id, u.id, u.endpoint_id, u.event_id, u.attempts, ${iso('u.lease_until')} as lease_until`

export async function claimDeliveries(connection: RawSql, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
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

const EVENTS = `select e.id, e.type, ${iso('e.occurred_at')} as occurred_at, e.data
  from unnest($1::uuid[], $2::text[]) as due(workspace_id, id)
  join events e on e.workspace_id = due.workspace_id and e.id = due.id`

export async function dueEvents(
  connection: RawSql,
  claimed: readonly ClaimedDelivery[],
): Promise<Map<string, DueEvent>> {
  const due = [...new Map(claimed.map((delivery) => [delivery.event_id, delivery])).values()]
  if (due.length === 0) return new Map()
  const keys = [due.map(({ workspace_id }) => workspace_id), due.map(({ event_id }) => event_id)]
  const events = await connection.rows<DueEvent>(EVENTS, keys)
  return new Map(events.map((event) => [event.id, event]))
}

const SETTLE = `update webhook_deliveries d set status = s.status, response_status = s.response_status,
    response_body = s.response_body, error = s.error, duration_ms = s.duration_ms, next_attempt_at = s.next_attempt_at,
    delivered_at = s.delivered_at, updated_at = s.updated_at, lease_until = null
  from json_to_recordset($1::json) as s(workspace_id uuid, id uuid, attempts integer, held_until timestamptz,
    status text, response_status integer, response_body text, error text, duration_ms integer,
    next_attempt_at timestamptz, delivered_at timestamptz, updated_at timestamptz)
  where d.workspace_id = s.workspace_id and d.id = s.id and d.attempts = s.attempts and d.lease_until = s.held_until
  returning d.id`

/** In one statement: each would be a round trip. */
export async function settleDeliveries(connection: RawSql, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set()
  const written = await connection.rows<{ id: string }>(SETTLE, [JSON.stringify(outcomes)])
  return new Set(written.map(({ id }) => id))
}
