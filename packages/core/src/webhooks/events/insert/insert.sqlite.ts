import type { RawSql } from '../../../storage/dialect.ts'
import type { EventRow, Following, Inserted, Insertion } from '../event-row.ts'
import { isFanOutPending } from '../is-pending.ts'
import type { NewDelivery } from './new-delivery.ts'

const INSERT =
  'insert into events (workspace_id, id, type, occurred_at, data, sequence, fan_out_after) values (?, ?, ?, ?, ?, ?, ?)'
const NEXT = "update sequences set value = value + ? where name = 'events' returning value"
const DELIVERY = `insert into webhook_deliveries
  (workspace_id, id, endpoint_id, event_id, event, status, attempts, created_at, updated_at, next_attempt_at)
  values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`

/** An endpoint with several matching subscriptions is there as often. */
const subscribersTo = (
  patterns: number,
) => `select e.id, e.status, e.guide_ids, e.organisation_ids, ${isFanOutPending('e')} as is_behind
  from webhook_subscriptions s cross join webhook_endpoints e on e.workspace_id = s.workspace_id and e.id = s.endpoint_id
  where s.workspace_id = ? and s.event in (${Array(patterns).fill('?').join()}) limit ?`

const SUBSCRIBERS = new Map<number, string>()

/** Lists are JSON, and true is 1. */
interface Found extends Pick<Following, 'id' | 'status'> {
  guide_ids: string | null
  organisation_ids: string | null
  is_behind: number
}

/** There is one writer, so a counter row causes no contention. */
export async function nextSequences(connection: RawSql, count: number): Promise<number[]> {
  const [{ value } = { value: 0 }] = await connection.rows<{ value: number }>(NEXT, [count])
  return Array.from({ length: count }, (_, index) => value - count + 1 + index)
}

export async function findSubscribers(
  connection: RawSql,
  workspace_id: string,
  patterns: readonly string[],
  limit: number,
): Promise<Following[]> {
  const { length } = patterns
  const statement = SUBSCRIBERS.get(length) ?? subscribersTo(length)
  SUBSCRIBERS.set(length, statement)
  const rows = await connection.rows<Found>(statement, [workspace_id, ...patterns, limit])
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...found.values()].map(({ guide_ids, organisation_ids, is_behind, ...row }) => ({
    ...row,
    guide_ids: guide_ids === null ? null : JSON.parse(guide_ids),
    organisation_ids: organisation_ids === null ? null : JSON.parse(organisation_ids),
    is_behind: is_behind === 1,
  }))
}

/** Within the process, looking for subscribers costs no round trip. */
export function insertUnsubscribed(): boolean {
  return false
}

export async function insertEventRow(
  connection: RawSql,
  event: EventRow,
  { patterns, most, keepsOrder }: Insertion,
): Promise<Inserted> {
  const { workspace_id, id, type, occurred_at, data } = event
  const [sequence] = await nextSequences(connection, 1)
  const found = await findSubscribers(connection, workspace_id, patterns, patterns.length * most + 1)
  const isLater = found.length > most || (keepsOrder && found.some(({ is_behind }) => is_behind))
  await connection.run(INSERT, [workspace_id, id, type, occurred_at, data, sequence, isLater ? '' : null])
  return { id, subscribers: isLater ? undefined : found, at: undefined }
}

/** One by one: within the process a statement costs less than a list. */
export async function insertDeliveries(connection: RawSql, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const { workspace_id, id, endpoint_id, event_id, event, status, ...times } of deliveries) {
    const { created_at, updated_at, next_attempt_at } = times
    const key = [workspace_id, id, endpoint_id, event_id, event, status]
    await connection.run(DELIVERY, [...key, created_at, updated_at, next_attempt_at])
  }
}

/** Transactions run one after the other, in the order of their start. */
export function insertionTime(): undefined {
  return undefined
}
