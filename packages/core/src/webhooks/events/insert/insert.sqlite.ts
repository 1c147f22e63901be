import type { RawSql } from '../../../storage/dialect.ts'
import type { EventRow, Following, Inserted } from '../event-row.ts'
import { isFanOutPending } from '../fan-out/is-pending.ts'

const INSERT = 'insert into events (workspace_id, id, type, occurred_at, data, sequence) values (?, ?, ?, ?, ?, ?)'
const NEXT = "update sequences set value = value + ? where name = 'events' returning value"
const SUBSCRIBERS = `select e.id, e.events, e.status, e.guide_ids, e.organisation_ids, ${isFanOutPending('e')} as is_behind
  from webhook_endpoints e where e.workspace_id = ? and e.deleted_at is null limit ?`

/** Lists are JSON, and true is 1. */
type Found = {
  [K in keyof Following]: Following[K] extends readonly string[] | null
    ? string | Extract<Following[K], null>
    : Following[K] extends boolean
      ? number
      : Following[K]
}

/** There is one writer, so a counter row causes no contention. */
export async function nextSequences(connection: RawSql, count: number): Promise<number[]> {
  const [{ value } = { value: 0 }] = await connection.rows<{ value: number }>(NEXT, [count])
  return Array.from({ length: count }, (_, index) => value - count + 1 + index)
}

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Inserted> {
  const { workspace_id, id, type, occurred_at, data } = event
  const [sequence] = await nextSequences(connection, 1)
  await connection.run(INSERT, [workspace_id, id, type, occurred_at, data, sequence])
  const rows = await connection.rows<Found>(SUBSCRIBERS, [workspace_id, limit])
  const subscribers = rows.map(({ events, guide_ids, organisation_ids, is_behind, ...row }) => ({
    ...row,
    events: JSON.parse(events),
    guide_ids: guide_ids && JSON.parse(guide_ids),
    organisation_ids: organisation_ids && JSON.parse(organisation_ids),
    is_behind: is_behind === 1,
  }))
  return { subscribers, at: undefined, id }
}

/** Transactions run one after the other, in the order of their start. */
export function insertionTime(): undefined {
  return undefined
}
