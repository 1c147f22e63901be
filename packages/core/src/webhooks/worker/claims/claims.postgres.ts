import type { RawSql } from '../../../storage/dialect.ts'
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  DueEvent,
  EndpointCapacity,
  Lease,
  ReadyEndpoint,
  ReadyQuery,
  Turn,
} from '../../delivery.ts'
import { MAX_CONCURRENCY } from '../../endpoint.ts'
import { AWAITS_TURN, isOpen } from '../health/is-open.ts'
import { READY_CONDITION } from './ready-condition.ts'

/** A time in the form of the program, where the driver would return a Date. */
const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Seeks from workspace to workspace along the index of ready deliveries, which does not contain waiting ones. */
const WORKSPACES = `with recursive ready as (
    (select d.workspace_id from webhook_deliveries d where ${READY_CONDITION} and d.workspace_id > $1
      order by d.workspace_id limit 1)
    union all
    select (select d.workspace_id from webhook_deliveries d where ${READY_CONDITION} and d.workspace_id > ready.workspace_id
      order by d.workspace_id limit 1)
    from ready where ready.workspace_id is not null)
  select workspace_id as id from ready where workspace_id is not null limit $2`

export async function readyWorkspaces(connection: RawSql, after: string, limit: number): Promise<string[]> {
  return (await connection.rows<{ id: string }>(WORKSPACES, [after || NIL_UUID, limit])).map(({ id }) => id)
}

/** Locks an endpoint for this transaction: other claiming processes skip it. */
const isOurs = (endpoint: string) => `pg_try_advisory_xact_lock(hashtextextended(${endpoint}::text, 7)) as is_ours`

/** Leases are counted by a later statement, whose snapshot has those of the process that held the lock before. */
export async function reserveEndpoint(connection: RawSql, endpoint_id: string): Promise<boolean> {
  const [found] = await connection.rows<{ is_ours: boolean }>(`select ${isOurs('$1')}`, [endpoint_id])
  return found?.is_ours ?? false
}

/** Seeks from endpoint to endpoint of each workspace, and locks them. */
const ENDPOINTS = `select endpoint_id, workspace_id, is_open, is_failing, max_per_second, answer_ms, ready,
    ${isOurs('endpoint_id')} from (
    select e.id as endpoint_id, e.workspace_id, e.max_per_second, e.answer_ms, e.failing_since is not null as is_failing,
      ${isOpen('$3')} and not ${AWAITS_TURN} as is_open,
      (select count(*)::integer from (select 1 from webhook_deliveries d
        where ${READY_CONDITION} and d.workspace_id = e.workspace_id and d.endpoint_id = e.id limit ${MAX_CONCURRENCY}) counted) as ready
    from unnest($1::uuid[], $2::uuid[]) with ordinality as turns(workspace_id, after, place) cross join lateral (
      with recursive ready as (
        (select d.endpoint_id from webhook_deliveries d
          where ${READY_CONDITION} and d.workspace_id = turns.workspace_id and d.endpoint_id > turns.after
          order by d.endpoint_id limit 1)
        union all
        select (select d.endpoint_id from webhook_deliveries d
          where ${READY_CONDITION} and d.workspace_id = turns.workspace_id and d.endpoint_id > ready.endpoint_id
          order by d.endpoint_id limit 1)
        from ready where ready.endpoint_id is not null)
      select endpoint_id from ready where endpoint_id is not null limit $4) found
    join webhook_endpoints e on e.id = found.endpoint_id
    order by turns.place, e.id) ready`

interface Found extends ReadyEndpoint {
  is_ours: boolean
}

export async function readyEndpoints(
  connection: RawSql,
  turns: readonly Turn[],
  { now, limit }: ReadyQuery,
): Promise<ReadyEndpoint[]> {
  const places = [turns.map(({ workspace_id }) => workspace_id), turns.map(({ after }) => after || NIL_UUID)]
  const found = await connection.rows<Found>(ENDPOINTS, [...places, now, limit])
  return found.map(({ is_ours, is_open, ...endpoint }) => ({ ...endpoint, is_open, isTaken: !is_ours }))
}

/** A separate statement with a snapshot after the locks, so that the count of deliveries under way is correct. */
const TAKE = `with candidates as (
    select e.workspace_id, e.id, least(case when ${AWAITS_TURN} then 0
      when e.open_until is null then least(e.concurrency, e.max_concurrency) else 1 end
      - (select count(*) from webhook_deliveries f where f.endpoint_id = e.id and f.lease_until is not null), c.capacity) as capacity
    from unnest($1::uuid[], $2::integer[]) as c(id, capacity) join webhook_endpoints e on e.id = c.id),
  picked as (
    select due.workspace_id, due.id from candidates c cross join lateral (
      select d.workspace_id, d.id from webhook_deliveries d
      where d.workspace_id = c.workspace_id and d.endpoint_id = c.id and ${READY_CONDITION}
      order by d.next_attempt_at, d.id limit greatest(c.capacity, 0) for update skip locked) due)
  update webhook_deliveries u set lease_until = $3, leased_by = $4, attempts = attempts + 1 from picked
  where u.workspace_id = picked.workspace_id and u.id = picked.id
  returning u.workspace_id, u.id, u.endpoint_id, u.event_id, u.attempts, ${iso('u.lease_until')} as lease_until`

export async function take(
  connection: RawSql,
  wanted: readonly EndpointCapacity[],
  { lease_until, leased_by }: Lease,
): Promise<ClaimedDelivery[]> {
  if (wanted.length === 0) return []
  const capacities = [wanted.map(({ endpoint }) => endpoint.endpoint_id), wanted.map(({ capacity }) => capacity)]
  return connection.rows<ClaimedDelivery>(TAKE, [...capacities, lease_until, leased_by])
}

const EVENTS = `select e.id, e.type, ${iso('e.occurred_at')} as occurred_at, e.data, e.sequence::float8 as sequence
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

/** Inserts the attempts of the recorded deliveries too. */
const RECORD_OUTCOME = `with s as (
    select * from json_to_recordset($1::json) as s(workspace_id uuid, id uuid, attempts integer, held_until timestamptz,
      status text, response_status integer, response_body text, error text, duration_ms integer,
      next_attempt_at timestamptz, waiting_for text, delivered_at timestamptz, updated_at timestamptz,
      attempt_id uuid, started_at timestamptz, address text, request json, response_headers json)),
  settled as (
    update webhook_deliveries d set status = s.status, response_status = s.response_status,
      response_body = s.response_body, error = s.error, duration_ms = s.duration_ms, next_attempt_at = s.next_attempt_at,
      waiting_for = s.waiting_for, delivered_at = s.delivered_at, updated_at = s.updated_at, lease_until = null, losses = 0
    from s where d.workspace_id = s.workspace_id and d.id = s.id and d.attempts = s.attempts and d.lease_until = s.held_until
    returning s.*),
  kept as (
    insert into webhook_attempts (workspace_id, delivery_id, id, number, started_at, duration_ms, address, request,
      response_status, response_headers, response_body, error)
    select workspace_id, id, attempt_id, attempts, started_at, duration_ms, address, request,
      response_status, response_headers, response_body, error from settled)
  select id from settled`

/** One statement, because each is a round trip. */
export async function writeOutcomes(connection: RawSql, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set()
  const written = await connection.rows<{ id: string }>(RECORD_OUTCOME, [JSON.stringify(outcomes)])
  return new Set(written.map(({ id }) => id))
}
