import type { RawSql } from '../../../storage/dialect.ts'
import { isOpen, WAITS_ITS_TURN } from '../health/is-open.ts'
import type { Limits, Place } from './limits.ts'

/**
 * An endpoint that somebody else is changing is passed over, and so nothing is held back for one that is open by then: it
 * would wait for a release that has been. One that is sent in order goes before all that happened after it.
 */
const PROMOTE = `with picked as (
    select d.workspace_id, d.id, ${isOpen('$1')} as is_open,
      case when e.max_concurrency = 1 then d.created_at else d.next_attempt_at end as next_attempt_at
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.waiting_for = 'time' and d.next_attempt_at <= $1
    order by d.next_attempt_at limit $2
    for update of d skip locked for share of e skip locked)
  update webhook_deliveries u set waiting_for = case when picked.is_open then null else 'endpoint' end,
    next_attempt_at = picked.next_attempt_at
  from picked where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function promote(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return connection.run(PROMOTE, [now, limit])
}

const HOLD = `with closed as (
    select e.workspace_id, e.id from webhook_endpoints e
    where e.id = any($1::uuid[]) and (${WAITS_ITS_TURN} or not (${isOpen('$2')}))
    for share skip locked),
  picked as (
    select d.workspace_id, d.id from closed cross join lateral (
      select workspace_id, id from webhook_deliveries
      where workspace_id = closed.workspace_id and endpoint_id = closed.id and status = 'pending' and lease_until is null and waiting_for is null
      limit $3 for update skip locked) d
    limit $3)
  update webhook_deliveries u set waiting_for = 'endpoint' from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function hold(connection: RawSql, endpoints: readonly Place[], { now, limit }: Limits): Promise<void> {
  if (endpoints.length > 0) await connection.run(HOLD, [endpoints.map(({ endpoint_id }) => endpoint_id), now, limit])
}

/** An endpoint that somebody else is changing is passed over: nothing is held back without a time at which it is let through. */
const HOLD_UNTIL = `with mine as (
    select workspace_id, id from webhook_endpoints where id = any($1::uuid[]) for no key update skip locked),
  told as (
    update webhook_endpoints e set release_at = least(e.release_at, $2::timestamptz) from mine where e.id = mine.id),
  picked as (
    select d.workspace_id, d.id from mine cross join lateral (
      select workspace_id, id from webhook_deliveries
      where workspace_id = mine.workspace_id and endpoint_id = mine.id and status = 'pending' and lease_until is null and waiting_for is null
      limit $3 for update skip locked) d)
  update webhook_deliveries u set waiting_for = 'endpoint' from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function holdUntil(
  connection: RawSql,
  endpoints: readonly Place[],
  release_at: string,
  limit: number,
): Promise<void> {
  await connection.run(HOLD_UNTIL, [endpoints.map(({ endpoint_id }) => endpoint_id), release_at, limit])
}

const LET_THROUGH = `with picked as (
    select workspace_id, id from webhook_deliveries
    where endpoint_id = $1 and waiting_for = 'endpoint' order by next_attempt_at, id limit $2 for update)
  update webhook_deliveries u set waiting_for = null from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function letThrough(connection: RawSql, endpoint_id: string, limit: number): Promise<number> {
  return connection.run(LET_THROUGH, [endpoint_id, limit])
}

/** What happened first goes first. */
const FORWARD = `with picked as (
    select workspace_id, id from webhook_deliveries
    where endpoint_id = $1 and waiting_for = 'time' and updated_at <= $2 limit $3 for update)
  update webhook_deliveries u set waiting_for = null, next_attempt_at = u.created_at from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function forward(
  connection: RawSql,
  endpoint_id: string,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  return connection.run(FORWARD, [endpoint_id, before, limit])
}
