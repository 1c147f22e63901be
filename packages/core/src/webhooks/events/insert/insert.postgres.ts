import type { RawSql } from '../../../storage/dialect.ts'
import type { EventRow, Following, Inserted } from '../event-row.ts'
import { isFanOutPending } from '../fan-out/is-pending.ts'

/**
 * The current time in milliseconds: a transaction may have begun before another one and waited for its lock on the
 * record, so the start of the transaction does not define the order.
 */
const MOMENT = '(extract(epoch from clock_timestamp()) * 1000)::float8'

/** An id with the current time and the random part of the given one: the clocks of processes may differ. */
const ID = `(select 'evt_' || lpad(to_hex(floor(at)::bigint), 12, '0') || '7'
    || lpad(to_hex(floor((at - floor(at)) * 4096)::integer), 3, '0') || right($2, 16) from (select ${MOMENT} as at) as now)`

/** One statement, because every change emits an event and each statement is a round trip. */
const INSERT = `with recorded as (insert into events (workspace_id, id, type, occurred_at, data, sequence)
    values ($1, ${ID}, $3, $4, $5, nextval('event_sequence')) returning id)
  select recorded.id as event_id, e.id, e.events, e.status, e.guide_ids, e.organisation_ids, ${isFanOutPending('e')} as is_behind,
    ${MOMENT} as at
  from recorded left join webhook_endpoints e on e.workspace_id = $1 and e.deleted_at is null limit $6`

const NEXT = "select nextval('event_sequence')::float8 as value from generate_series(1, $1)"

export async function nextSequences(connection: RawSql, count: number): Promise<number[]> {
  const rows = await connection.rows<{ value: number }>(NEXT, [count])
  return rows.map(({ value }) => value)
}

interface Found extends Omit<Following, 'id'> {
  event_id: string
  id: string | null
  at: number
}

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Inserted> {
  const { workspace_id, id, type, occurred_at, data } = event
  const values = [workspace_id, id, type, occurred_at, data, limit]
  const rows = await connection.rows<Found>(INSERT, values)
  // Without endpoints, there is one row without an endpoint.
  const subscribers = rows.flatMap(({ event_id: _, at: __, id: endpoint_id, ...one }) =>
    endpoint_id === null ? [] : [{ ...one, id: endpoint_id }],
  )
  const [first] = rows
  return { subscribers, at: subscribers.length > 0 ? first?.at : undefined, id: first?.event_id ?? id }
}

const NOW = `select ${MOMENT} as at`

export async function insertionTime(connection: RawSql): Promise<number | undefined> {
  return (await connection.rows<{ at: number }>(NOW, []))[0]?.at
}
