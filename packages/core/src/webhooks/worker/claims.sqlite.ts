import type { RawSql } from '../../storage/dialect.ts'
import type { ClaimedDelivery, DeliveryClaim, DeliveryOutcome, DueEvent } from './delivery.ts'

/** Endpoints that a claim takes something of; the turn goes on behind them in the next. */
const MAX_ENDPOINTS = 400

/**
 * Jumps from endpoint to endpoint along the index of what waits, past everything else that waits for each. Those with
 * nothing due, or that are not to be sent to, do not count: however many there are, they hide nobody behind them.
 */
const ENDPOINTS = `with recursive waiting(id) as (
    select min(endpoint_id) from webhook_deliveries where status = 'pending' and lease_until is null and endpoint_id > ?
    union all
    select (select min(d.endpoint_id) from webhook_deliveries d
      where d.status = 'pending' and d.lease_until is null and d.endpoint_id > waiting.id)
    from waiting where waiting.id is not null)
  select e.workspace_id, e.id as endpoint_id, case when e.open_until is null then e.concurrency else 1 end
    - (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.lease_until is not null) as room
  from waiting cross join webhook_endpoints e on e.id = waiting.id
  where e.status = 'enabled' and (e.open_until is null or e.open_until <= ?) and exists (
    select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'pending' and d.lease_until is null and d.next_attempt_at <= ?)
  limit ?`

const TAKE = `update webhook_deliveries set lease_until = ?, attempts = attempts + 1
  from (select rowid as place from webhook_deliveries
    where endpoint_id = ? and status = 'pending' and lease_until is null and next_attempt_at <= ?
    order by next_attempt_at, id limit ?) due
  where webhook_deliveries.rowid = due.place
  returning id, event_id, attempts`

interface Endpoint {
  workspace_id: string
  endpoint_id: string
  room: number
}

/** What is not known without asking. */
type Taken = Pick<ClaimedDelivery, 'id' | 'event_id' | 'attempts'>

/** The caller holds the one writer, so nobody else claims meanwhile. */
export async function claimDeliveries(connection: RawSql, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const { now, limit, lease_until } = claim
  const claimed: ClaimedDelivery[] = []
  for (const after of claim.after === '' ? [''] : [claim.after, '']) {
    const endpoints = await connection.rows<Endpoint>(ENDPOINTS, [after, now, now, MAX_ENDPOINTS])
    for (const { workspace_id, endpoint_id, room } of endpoints) {
      const wanted = Math.min(room, limit - claimed.length)
      if (wanted <= 0) continue
      const taken = await connection.rows<Taken>(TAKE, [lease_until, endpoint_id, now, wanted])
      for (const { id, event_id, attempts } of taken)
        claimed.push({ workspace_id, id, endpoint_id, event_id, attempts, lease_until })
    }
  }
  return claimed
}

const EVENT = 'select id, type, occurred_at, data from events where workspace_id = ? and id = ?'

/** One by one: within the process a look-up costs less than the list of them would. */
export async function dueEvents(
  connection: RawSql,
  claimed: readonly ClaimedDelivery[],
): Promise<Map<string, DueEvent>> {
  const found = new Map<string, DueEvent>()
  for (const { workspace_id, event_id } of claimed) {
    if (found.has(event_id)) continue
    const [event] = await connection.rows<DueEvent>(EVENT, [workspace_id, event_id])
    if (event) found.set(event_id, event)
  }
  return found
}

const SETTLE = `update webhook_deliveries set status = ?, response_status = ?, response_body = ?, error = ?,
    duration_ms = ?, next_attempt_at = ?, delivered_at = ?, updated_at = ?, lease_until = null
  where workspace_id = ? and id = ? and attempts = ? and lease_until = ?`

export async function settleDeliveries(connection: RawSql, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  const written = new Set<string>()
  for (const one of outcomes) {
    const { status, response_status, response_body, error, duration_ms, next_attempt_at, delivered_at } = one
    const values = [status, response_status, response_body, error, duration_ms, next_attempt_at, delivered_at]
    const held = [one.updated_at, one.workspace_id, one.id, one.attempts, one.held_until]
    if ((await connection.run(SETTLE, [...values, ...held])) > 0) written.add(one.id)
  }
  return written
}
