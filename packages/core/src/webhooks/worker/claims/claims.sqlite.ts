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

/** Seeks from workspace to workspace along the index of ready deliveries, which does not contain waiting ones. */
const WORKSPACES = `with recursive ready(id) as (
    select min(d.workspace_id) from webhook_deliveries d where ${READY_CONDITION} and d.workspace_id > ?
    union all
    select (select min(d.workspace_id) from webhook_deliveries d where ${READY_CONDITION} and d.workspace_id > ready.id)
    from ready where ready.id is not null)
  select id from ready where id is not null limit ?`

export async function readyWorkspaces(connection: RawSql, after: string, limit: number): Promise<string[]> {
  return (await connection.rows<{ id: string }>(WORKSPACES, [after, limit])).map(({ id }) => id)
}

/** Seeks from endpoint to endpoint of a workspace. */
const ENDPOINTS = `with recursive ready(id) as (
    select min(d.endpoint_id) from webhook_deliveries d where ${READY_CONDITION} and d.workspace_id = ? and d.endpoint_id > ?
    union all
    select (select min(d.endpoint_id) from webhook_deliveries d
      where ${READY_CONDITION} and d.workspace_id = ? and d.endpoint_id > ready.id)
    from ready where ready.id is not null)
  select e.workspace_id, e.id as endpoint_id, e.max_per_second, e.answer_ms, e.failing_since is not null as is_failing,
    case when e.open_until is null then min(e.concurrency, e.max_concurrency) else 1 end
      - (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.lease_until is not null) as capacity,
    (select count(*) from (select 1 from webhook_deliveries d
      where ${READY_CONDITION} and d.workspace_id = e.workspace_id and d.endpoint_id = e.id limit ${MAX_CONCURRENCY})) as ready,
    ${isOpen('?')} and not ${AWAITS_TURN} as is_open
  from ready cross join webhook_endpoints e on e.workspace_id = ? and e.id = ready.id limit ?`

interface Found extends Omit<ReadyEndpoint, 'is_open' | 'is_failing'> {
  capacity: number
  is_open: number
  is_failing: number
}

/** The caller holds the only writer, so no one else claims meanwhile. */
export async function reserveEndpoint(): Promise<boolean> {
  return true
}

/** As above, none of them is being claimed by another process. */
export async function readyEndpoints(
  connection: RawSql,
  turns: readonly Turn[],
  { now, limit }: ReadyQuery,
): Promise<ReadyEndpoint[]> {
  const found: Found[] = []
  for (const { workspace_id: id, after } of turns)
    found.push(...(await connection.rows<Found>(ENDPOINTS, [id, after, id, now, now, id, limit])))
  return found.map(({ is_open, is_failing, ...endpoint }) => ({
    ...endpoint,
    is_open: is_open === 1,
    is_failing: is_failing === 1,
    isTaken: false,
  }))
}

const TAKE = `update webhook_deliveries set lease_until = ?, leased_by = ?, attempts = attempts + 1
  from (select d.rowid as place from webhook_deliveries d
    where d.workspace_id = ? and d.endpoint_id = ? and ${READY_CONDITION} order by d.next_attempt_at, d.id limit ?) due
  where webhook_deliveries.rowid = due.place
  returning id, event_id, attempts`

/** The columns that the claim does not know already. */
type Taken = Pick<ClaimedDelivery, 'id' | 'event_id' | 'attempts'>

export async function take(
  connection: RawSql,
  wanted: readonly EndpointCapacity[],
  { lease_until, leased_by }: Lease,
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const { endpoint, capacity } of wanted) {
    const { workspace_id, endpoint_id } = endpoint
    const taken = await connection.rows<Taken>(TAKE, [lease_until, leased_by, workspace_id, endpoint_id, capacity])
    for (const { id, event_id, attempts } of taken)
      claimed.push({ workspace_id, id, endpoint_id, event_id, attempts, lease_until })
  }
  return claimed
}

const EVENT = 'select id, type, occurred_at, data, sequence from events where workspace_id = ? and id = ?'

/** One by one: within the process a look-up costs less than a list. */
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

const RECORD_OUTCOME = `update webhook_deliveries set status = ?, response_status = ?, response_body = ?, error = ?,
    duration_ms = ?, next_attempt_at = ?, waiting_for = ?, delivered_at = ?, updated_at = ?, lease_until = null, losses = 0
  where workspace_id = ? and id = ? and attempts = ? and lease_until = ?`

const KEEP = `insert into webhook_attempts (workspace_id, delivery_id, id, number, started_at, duration_ms, address, request,
    response_status, response_headers, response_body, error) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export async function writeOutcomes(connection: RawSql, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>> {
  const written = new Set<string>()
  for (const one of outcomes) {
    if ((await connection.run(RECORD_OUTCOME, settledValues(one))) === 0) continue
    await connection.run(KEEP, keptValues(one))
    written.add(one.id)
  }
  return written
}

function settledValues(one: DeliveryOutcome) {
  const answer = [one.status, one.response_status, one.response_body, one.error, one.duration_ms]
  const next = [one.next_attempt_at, one.waiting_for, one.delivered_at, one.updated_at]
  return [...answer, ...next, one.workspace_id, one.id, one.attempts, one.held_until]
}

function keptValues(one: DeliveryOutcome) {
  const attempt = [one.workspace_id, one.id, one.attempt_id, one.attempts, one.started_at, one.duration_ms, one.address]
  const headers = one.response_headers && JSON.stringify(one.response_headers)
  return [...attempt, JSON.stringify(one.request), one.response_status, headers, one.response_body, one.error]
}
