import type { RawSql } from '../../../storage/dialect.ts'
import { AWAITS_TURN, isOpen } from '../health/is-open.ts'
import type { Due, EndpointCursor, EndpointKey, EndpointShare, Limits, TimedEndpoint, TurnQuery } from './limits.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Endpoints locked by another transaction are skipped, so that nothing is put on hold for one that opens meanwhile and
 * whose release has passed. Deliveries of ordered endpoints get their original position.
 */
const picked = (from: string) => `with picked as (
    select d.workspace_id, d.id, ${isOpen('$1')} as is_open,
      case when e.max_concurrency = 1 then d.created_at else d.next_attempt_at end as next_attempt_at
    from ${from})
  update webhook_deliveries u set waiting_for = case when picked.is_open then null else 'endpoint' end,
    next_attempt_at = picked.next_attempt_at
  from picked where u.workspace_id = picked.workspace_id and u.id = picked.id`

/** The deliveries are limited before the join: with old statistics, the join might read all that are due. */
const PROMOTE = picked(`(
      select * from webhook_deliveries where waiting_for = 'time' and next_attempt_at <= $1
      order by next_attempt_at limit $2 for update skip locked) d
    join webhook_endpoints e on e.id = d.endpoint_id
    for share of e skip locked`)

const PROMOTE_PARTS = picked(`unnest($2::uuid[], $3::integer[]) as part(endpoint_id, most) cross join lateral (
      select * from webhook_deliveries
      where endpoint_id = part.endpoint_id and waiting_for = 'time' and next_attempt_at <= $1
      order by next_attempt_at limit part.most for update skip locked) d
    join webhook_endpoints e on e.id = d.endpoint_id
    for share of e skip locked`)

export async function promote(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return connection.run(PROMOTE, [now, limit])
}

export async function promoteParts(connection: RawSql, parts: readonly EndpointShare[], now: string): Promise<number> {
  const places = [parts.map(({ endpoint_id }) => endpoint_id), parts.map(({ most }) => most)]
  return connection.run(PROMOTE_PARTS, [now, ...places])
}

const COUNT_DUE = `select count(*)::integer as count from (
  select 1 from webhook_deliveries where waiting_for = 'time' and next_attempt_at <= $1 limit $2) as due`

export async function countDue(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return (await connection.rows<{ count: number }>(COUNT_DUE, [now, limit]))[0]?.count ?? 0
}

/** Seeks from workspace to workspace along the index of scheduled deliveries. */
const LATER_WORKSPACES = `with recursive later as (
    (select workspace_id from webhook_deliveries where waiting_for = 'time' and workspace_id > $1 order by workspace_id limit 1)
    union all
    select (select d.workspace_id from webhook_deliveries d
      where d.waiting_for = 'time' and d.workspace_id > later.workspace_id order by d.workspace_id limit 1)
    from later where later.workspace_id is not null)
  select workspace_id as id from later where workspace_id is not null limit $2`

export async function laterWorkspaces(connection: RawSql, after: string, limit: number): Promise<string[]> {
  return (await connection.rows<{ id: string }>(LATER_WORKSPACES, [after || NOBODY, limit])).map(({ id }) => id)
}

/** Seeks from endpoint to endpoint of each workspace. */
const LATER_ENDPOINTS = `select turn.workspace_id, found.endpoint_id, exists (select 1 from webhook_deliveries d
    where d.workspace_id = turn.workspace_id and d.endpoint_id = found.endpoint_id and d.waiting_for = 'time'
      and d.next_attempt_at <= $3) as is_due
  from unnest($1::uuid[], $2::uuid[]) with ordinality as turn(workspace_id, after, place) cross join lateral (
    with recursive later as (
      (select d.endpoint_id from webhook_deliveries d
        where d.waiting_for = 'time' and d.workspace_id = turn.workspace_id and d.endpoint_id > turn.after
        order by d.endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
        where d.waiting_for = 'time' and d.workspace_id = turn.workspace_id and d.endpoint_id > later.endpoint_id
        order by d.endpoint_id limit 1)
      from later where later.endpoint_id is not null)
    select endpoint_id from later where endpoint_id is not null limit $4) found
  order by turn.place, found.endpoint_id`

export async function laterEndpoints(
  connection: RawSql,
  turns: readonly EndpointCursor[],
  { now, limit }: Limits,
): Promise<TimedEndpoint[]> {
  const places = [turns.map(({ workspace_id }) => workspace_id), turns.map(({ after }) => after || NOBODY)]
  return connection.rows<TimedEndpoint>(LATER_ENDPOINTS, [...places, now, limit])
}

const HOLD = `with closed as (
    select e.workspace_id, e.id from webhook_endpoints e
    where e.id = any($1::uuid[]) and (${AWAITS_TURN} or not (${isOpen('$2')}))
    for share skip locked),
  picked as (
    select d.workspace_id, d.id from closed cross join lateral (
      select workspace_id, id from webhook_deliveries
      where workspace_id = closed.workspace_id and endpoint_id = closed.id and status = 'pending' and lease_until is null and waiting_for is null
      limit $3 for update skip locked) d
    limit $3)
  update webhook_deliveries u set waiting_for = 'endpoint' from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function hold(
  connection: RawSql,
  endpoints: readonly EndpointKey[],
  { now, limit }: Limits,
): Promise<void> {
  if (endpoints.length > 0) await connection.run(HOLD, [endpoints.map(({ endpoint_id }) => endpoint_id), now, limit])
}

/** Endpoints locked by another transaction are skipped: nothing is put on hold without a release time. */
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
  endpoints: readonly EndpointKey[],
  release_at: string,
  limit: number,
): Promise<void> {
  await connection.run(HOLD_UNTIL, [endpoints.map(({ endpoint_id }) => endpoint_id), release_at, limit])
}

/** Seeks from workspace to workspace along the index of releases; a workspace without a due one has no endpoint. */
const DUE_IN_TURN = `with recursive turns as (
    (select workspace_id from webhook_endpoints where release_at is not null and workspace_id > $1
      order by workspace_id limit 1)
    union all
    select (select e.workspace_id from webhook_endpoints e where e.release_at is not null and e.workspace_id > turns.workspace_id
      order by e.workspace_id limit 1)
    from turns where turns.workspace_id is not null)
  select t.workspace_id, due.id from (select workspace_id from turns where workspace_id is not null limit $3) t
  left join lateral (select e.id, e.release_at from webhook_endpoints e
    where e.workspace_id = t.workspace_id and e.release_at <= $2 order by e.release_at, e.id limit $4) due on true
  order by t.workspace_id, due.release_at, due.id`

export async function dueInTurn(connection: RawSql, { after, now, workspaces, each }: TurnQuery): Promise<Due[]> {
  return connection.rows<Due>(DUE_IN_TURN, [after || NOBODY, now, workspaces, each])
}

const LET_THROUGH = `with picked as (
    select workspace_id, id from webhook_deliveries
    where endpoint_id = $1 and waiting_for = 'endpoint' order by next_attempt_at, id limit $2 for update)
  update webhook_deliveries u set waiting_for = null from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id`

export async function letThrough(connection: RawSql, endpoint_id: string, limit: number): Promise<number> {
  return connection.run(LET_THROUGH, [endpoint_id, limit])
}

/** In the original order of events. */
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
