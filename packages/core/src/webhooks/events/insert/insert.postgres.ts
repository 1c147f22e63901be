import type { RawSql } from '../../../storage/dialect.ts'
import type { EventRow, Following, Inserted } from '../event-row.ts'
import { isFanOutPendingIn } from '../fan-out/is-pending.ts'

/**
 * The id of an event: the current time, in 4,096ths of a millisecond, and the random part of the given id. The database tells the
 * time, since the clocks of processes differ. A transaction may have begun before another one and waited for its lock on the
 * record, so the start of the transaction does not define the order. Where the clock was set back, it is the time of the record.
 */
const ID = `'evt_' || overlay(lpad(to_hex(floor(date_part('epoch', greatest(clock_timestamp(), $4::timestamptz)) * 4096000)::bigint), 15, '0')
    placing '7' from 13 for 0) || right($2, 16)`

/** One statement, because every change emits an event and each statement is a round trip. */
const INSERT = `with recorded as (insert into events (workspace_id, id, type, occurred_at, data, sequence)
    values ($1, ${ID}, $3, $4, $5, nextval('event_sequence')) returning id)
  select recorded.id as event_id, e.id, e.events, e.status, e.guide_ids, e.organisation_ids, e.max_concurrency = 1 as is_ordered
  from recorded left join webhook_endpoints e on e.workspace_id = $1 and e.deleted_at is null limit $6`

const PENDING = `select ${isFanOutPendingIn('$1')} as pending`

const NEXT = "select nextval('event_sequence')::float8 as value from generate_series(1, $1)"

export async function nextSequences(connection: RawSql, count: number): Promise<number[]> {
  const rows = await connection.rows<{ value: number }>(NEXT, [count])
  return rows.map(({ value }) => value)
}

interface Found extends Omit<Following, 'id' | 'is_behind'> {
  event_id: string
  id: string | null
  is_ordered: boolean
}

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Inserted> {
  const { workspace_id, id, type, occurred_at, data } = event
  const values = [workspace_id, id, type, occurred_at, data, limit]
  const rows = await connection.rows<Found>(INSERT, values)
  // Without endpoints, there is one row without an endpoint.
  const found = rows.flatMap(({ event_id: _, id: endpoint_id, ...one }) =>
    endpoint_id === null ? [] : [{ ...one, id: endpoint_id }],
  )
  // Asked only for ordered endpoints, because each part of the statement above costs every change.
  const isPending =
    found.some(({ is_ordered }) => is_ordered) &&
    (await connection.rows<{ pending: boolean }>(PENDING, [workspace_id]))[0]?.pending === true
  const subscribers = found.map(({ is_ordered, ...one }) => ({ ...one, is_behind: is_ordered && isPending }))
  const written = rows[0]?.event_id ?? id
  return { subscribers, at: subscribers.length > 0 ? timeIn(written) : undefined, id: written }
}

/** The time in the id of an event, in milliseconds. */
function timeIn(id: string): number {
  return Number.parseInt(id.slice(4, 16), 16) + Number.parseInt(id.slice(17, 20), 16) / 4096
}

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at'

export async function insertionTime(connection: RawSql): Promise<number | undefined> {
  return (await connection.rows<{ at: number }>(NOW, []))[0]?.at
}
