import type { Connection } from '../../../storage/connection.ts'
import type { RawSql } from '../../../storage/dialect.ts'
import { UNEXPECTED } from '../../../storage/postgres/faults.postgres.ts'
import type { EventRow, Following, Inserted, Insertion } from '../event-row.ts'
import { isFanOutPendingIn } from '../is-pending.ts'
import type { NewDelivery } from './new-delivery.ts'

/**
 * The id of an event: the current time, in 4,096ths of a millisecond, and the random part of the given id. The database tells the
 * time, since the clocks of processes differ. A transaction may have begun before another one and waited for its lock on the
 * record, so the start of the transaction does not define the order. Where the clock was set back, it is the time of the record.
 */
const ID = `'evt_' || overlay(lpad(to_hex(floor(date_part('epoch', greatest(clock_timestamp(), $4::timestamptz)) * 4096000)::bigint), 15, '0')
    placing '7' from 13 for 0) || right($2, 16)`

/** An endpoint with several matching subscriptions is there once; the limit is one of subscriptions. */
const subscribersTo = (patterns: string, limit: string) => `select distinct on (e.id)
    e.id, e.status, e.guide_ids, e.organisation_ids, e.max_concurrency = 1 as is_ordered
  from (select endpoint_id from webhook_subscriptions
      where workspace_id = $1 and event = any(${patterns}) limit ${limit}) s
    join webhook_endpoints e on e.workspace_id = $1 and e.id = s.endpoint_id`

/** One statement, because every change emits an event and each statement is a round trip. */
const INSERT = `with found as materialized (${subscribersTo('$6::text[]', 'cardinality($6::text[]) * $7::integer + 1')}),
  recorded as (insert into events (workspace_id, id, type, occurred_at, data, sequence, fan_out_after)
    values ($1, ${ID}, $3, $4, $5, nextval('event_sequence'), case when (select count(*) from found) > $7::integer then '' end)
    returning id, fan_out_after is not null as is_later)
  select r.id as event_id, r.is_later, f.* from recorded r left join found f on not r.is_later`

/** For an event to which nobody subscribes, as far as this process has seen: with a subscription it fails, because its name is no number. */
const INSERT_UNSUBSCRIBED = `insert into events (workspace_id, id, type, occurred_at, data, sequence, fan_out_after)
  values ($1, ${ID}, $3, $4, $5, nextval('event_sequence'), (select (event || ' ${UNEXPECTED}')::integer::text
    from webhook_subscriptions where workspace_id = $1 and event = any($6::text[]) limit 1))
  returning id`
/** Workspaces and types of events without subscriptions that are remembered. */
const MAX_SEEN = 10_000

const SUBSCRIBERS = subscribersTo('$2::text[]', '$3::integer')

const PENDING = `select ${isFanOutPendingIn('$1')} as pending`

const LATER = "update events set fan_out_after = '' where workspace_id = $1 and id = $2"

const NEXT = "select nextval('event_sequence')::float8 as value from generate_series(1, $1)"

const DELIVERIES = `insert into webhook_deliveries
    (workspace_id, id, endpoint_id, event_id, event, status, attempts, created_at, updated_at, next_attempt_at)
  select workspace_id, id, endpoint_id, event_id, event, status, 0, created_at, updated_at, next_attempt_at
  from json_to_recordset($1::json) as d(workspace_id uuid, id uuid, endpoint_id uuid, event_id text, event text, status text,
    created_at timestamptz, updated_at timestamptz, next_attempt_at timestamptz)`

export async function nextSequences(connection: RawSql, count: number): Promise<number[]> {
  const rows = await connection.rows<{ value: number }>(NEXT, [count])
  return rows.map(({ value }) => value)
}

type Found = Omit<Following, 'is_behind'> & { is_ordered: boolean }
type Recorded = { event_id: string; is_later: boolean } & (Found | { [K in keyof Found]: null })

export async function findSubscribers(
  connection: RawSql,
  workspace_id: string,
  patterns: readonly string[],
  limit: number,
): Promise<Following[]> {
  return following(connection, workspace_id, await connection.rows<Found>(SUBSCRIBERS, [workspace_id, patterns, limit]))
}

/**
 * Inserts an event without waiting, if nobody subscribed to its type when the last one was inserted. Its id is that of the time of writing
 * by the commit.
 * @returns whether it was inserted
 */
export function insertUnsubscribed(connection: Connection, event: EventRow, patterns: readonly string[]): boolean {
  const { workspace_id, id, type, occurred_at, data } = event
  const key = keyOf(event)
  if (!connection.seen.has(key)) return false
  connection.post<{ id: string }>(INSERT_UNSUBSCRIBED, [workspace_id, id, type, occurred_at, data, patterns], {
    answered: ([written]) => {
      event.id = written?.id ?? id
    },
    failed: () => connection.seen.delete(key),
  })
  return true
}

function keyOf({ workspace_id, type }: EventRow): string {
  return `unsubscribed ${workspace_id} ${type}`
}

export async function insertEventRow(
  connection: Connection,
  event: EventRow,
  { patterns, most, keepsOrder }: Insertion,
): Promise<Inserted> {
  const { workspace_id, id, type, occurred_at, data } = event
  const values = [workspace_id, id, type, occurred_at, data, patterns, most]
  const rows = await connection.rows<Recorded>(INSERT, values)
  const [{ event_id: written, is_later } = { event_id: id, is_later: false }] = rows
  // Without endpoints, there is one row without an endpoint.
  const found = rows.flatMap(({ event_id: _, is_later: _1, ...one }) => (one.id === null ? [] : [one]))
  if (!is_later && found.length === 0) {
    if (connection.seen.size >= MAX_SEEN) connection.seen.clear()
    connection.seen.add(keyOf(event))
  }
  if (is_later) return { id: written, subscribers: undefined, at: undefined }
  const subscribers = await following(connection, workspace_id, found)
  if (keepsOrder && subscribers.some(({ is_behind }) => is_behind)) {
    connection.post(LATER, [workspace_id, written])
    return { id: written, subscribers: undefined, at: undefined }
  }
  return { id: written, subscribers, at: subscribers.length > 0 ? timeIn(written) : undefined }
}

/** Whether ordered ones are behind is asked only for these, because each part of a statement costs every change. */
async function following(connection: RawSql, workspace_id: string, found: readonly Found[]): Promise<Following[]> {
  const isPending =
    found.some(({ is_ordered }) => is_ordered) &&
    (await connection.rows<{ pending: boolean }>(PENDING, [workspace_id]))[0]?.pending === true
  return found.map(({ is_ordered, ...one }) => ({ ...one, is_behind: is_ordered && isPending }))
}

/** The time in the id of an event, in milliseconds. */
function timeIn(id: string): number {
  return Number.parseInt(id.slice(4, 16), 16) + Number.parseInt(id.slice(17, 20), 16) / 4096
}

/** One statement, because each is a round trip. */
export function insertDeliveries(connection: RawSql, deliveries: readonly NewDelivery[]): void {
  if (deliveries.length > 0) connection.post(DELIVERIES, [JSON.stringify(deliveries)])
}

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at'

export async function insertionTime(connection: RawSql): Promise<number | undefined> {
  return (await connection.rows<{ at: number }>(NOW, []))[0]?.at
}
