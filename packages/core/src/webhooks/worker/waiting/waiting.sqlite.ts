import type { RawSql } from '../../../storage/dialect.ts'
import { isOpen } from '../health/is-open.ts'
import type { Due, EndpointCursor, EndpointKey, EndpointShare, Limits, TimedEndpoint, TurnQuery } from './limits.ts'

/** Deliveries of ordered endpoints get their original position. */
const promoting = (rows: string) => `update webhook_deliveries as d
  set next_attempt_at = (select case when e.max_concurrency = 1 then d.created_at else d.next_attempt_at end
      from webhook_endpoints e where e.id = d.endpoint_id),
    waiting_for = (select case when ${isOpen('?')} then null else 'endpoint' end from webhook_endpoints e where e.id = d.endpoint_id)
  where d.rowid in (select rowid from webhook_deliveries where ${rows}
    order by next_attempt_at limit ?)`

const PROMOTE = promoting("waiting_for = 'time' and next_attempt_at <= ?")
const PROMOTE_PART = promoting("endpoint_id = ? and waiting_for = 'time' and next_attempt_at <= ?")

export async function promote(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return connection.run(PROMOTE, [now, now, now, limit])
}

export async function promoteParts(connection: RawSql, parts: readonly EndpointShare[], now: string): Promise<number> {
  let promoted = 0
  for (const { endpoint_id, most } of parts)
    promoted += await connection.run(PROMOTE_PART, [now, now, endpoint_id, now, most])
  return promoted
}

const COUNT_DUE = `select count(*) as count from (
  select 1 from webhook_deliveries where waiting_for = 'time' and next_attempt_at <= ? limit ?)`

export async function countDue(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return (await connection.rows<{ count: number }>(COUNT_DUE, [now, limit]))[0]?.count ?? 0
}

/** Seeks from workspace to workspace along the index of scheduled deliveries. */
const LATER_WORKSPACES = `with recursive later(id) as (
    select min(workspace_id) from webhook_deliveries where waiting_for = 'time' and workspace_id > ?
    union all
    select (select min(d.workspace_id) from webhook_deliveries d where d.waiting_for = 'time' and d.workspace_id > later.id)
    from later where later.id is not null)
  select id from later where id is not null limit ?`

export async function laterWorkspaces(connection: RawSql, after: string, limit: number): Promise<string[]> {
  return (await connection.rows<{ id: string }>(LATER_WORKSPACES, [after, limit])).map(({ id }) => id)
}

/** Seeks from endpoint to endpoint of a workspace. */
const LATER_ENDPOINTS = `with recursive later(id) as (
    select min(endpoint_id) from webhook_deliveries where waiting_for = 'time' and workspace_id = ? and endpoint_id > ?
    union all
    select (select min(d.endpoint_id) from webhook_deliveries d
      where d.waiting_for = 'time' and d.workspace_id = ? and d.endpoint_id > later.id)
    from later where later.id is not null)
  select id, exists (select 1 from webhook_deliveries d
    where d.workspace_id = ? and d.endpoint_id = later.id and d.waiting_for = 'time' and d.next_attempt_at <= ?) as is_due
  from later where id is not null limit ?`

export async function laterEndpoints(
  connection: RawSql,
  turns: readonly EndpointCursor[],
  { now, limit }: Limits,
): Promise<TimedEndpoint[]> {
  const found: TimedEndpoint[] = []
  for (const { workspace_id, after } of turns) {
    const values = [workspace_id, after, workspace_id, workspace_id, now, limit]
    const rows = await connection.rows<{ id: string; is_due: number }>(LATER_ENDPOINTS, values)
    found.push(...rows.map(({ id, is_due }) => ({ workspace_id, endpoint_id: id, is_due: is_due === 1 })))
  }
  return found
}

const HOLD = `update webhook_deliveries set waiting_for = 'endpoint'
  where rowid in (select rowid from webhook_deliveries
    where workspace_id = ? and endpoint_id = ? and status = 'pending' and lease_until is null and waiting_for is null limit ?)`

export async function hold(connection: RawSql, endpoints: readonly EndpointKey[], { limit }: Limits): Promise<void> {
  let left = limit
  for (const { workspace_id, endpoint_id } of endpoints) {
    if (left <= 0) return
    left -= await connection.run(HOLD, [workspace_id, endpoint_id, left])
  }
}

const RELEASE_AT = `update webhook_endpoints set release_at = min(coalesce(release_at, ?), ?) where id = ?`

export async function holdUntil(
  connection: RawSql,
  endpoints: readonly EndpointKey[],
  release_at: string,
  limit: number,
): Promise<void> {
  for (const { workspace_id, endpoint_id } of endpoints) {
    await connection.run(RELEASE_AT, [release_at, release_at, endpoint_id])
    await connection.run(HOLD, [workspace_id, endpoint_id, limit])
  }
}

/** Seeks from workspace to workspace along the index of releases; a workspace without a due one has no endpoint. */
const WORKSPACES = `with recursive turns(id) as (
    select min(workspace_id) from webhook_endpoints where release_at is not null and workspace_id > ?
    union all
    select (select min(e.workspace_id) from webhook_endpoints e where e.release_at is not null and e.workspace_id > turns.id)
    from turns where turns.id is not null)
  select id from turns where id is not null limit ?`

const DUE = `select workspace_id, id from webhook_endpoints where workspace_id = ? and release_at <= ?
  order by release_at, id limit ?`

export async function dueInTurn(connection: RawSql, { after, now, workspaces, each }: TurnQuery): Promise<Due[]> {
  const due: Due[] = []
  for (const { id } of await connection.rows<{ id: string }>(WORKSPACES, [after, workspaces])) {
    const found = await connection.rows<Due>(DUE, [id, now, each])
    due.push(...(found.length > 0 ? found : [{ workspace_id: id, id: null }]))
  }
  return due
}

const LET_THROUGH = `update webhook_deliveries set waiting_for = null
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'endpoint' order by next_attempt_at, id limit ?)`

export async function letThrough(connection: RawSql, endpoint_id: string, limit: number): Promise<number> {
  return connection.run(LET_THROUGH, [endpoint_id, limit])
}

/** In the original order of events. */
const FORWARD = `update webhook_deliveries set waiting_for = null, next_attempt_at = created_at
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'time' and updated_at <= ? limit ?)`

export async function forward(
  connection: RawSql,
  endpoint_id: string,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  return connection.run(FORWARD, [endpoint_id, before, limit])
}
