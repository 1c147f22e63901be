import type { RawSql } from '../../storage/dialect.ts'
import type { EventRow, Subscriber } from './event-row.ts'

const INSERT = 'insert into events (workspace_id, id, type, occurred_at, data) values (?, ?, ?, ?, ?)'
const SUBSCRIBERS =
  'select id, events, status from webhook_endpoints where workspace_id = ? and deleted_at is null limit ?'

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Subscriber[]> {
  const { workspace_id, id, type, occurred_at, data } = event
  await connection.run(INSERT, [workspace_id, id, type, occurred_at, data])
  const rows = await connection.rows<Omit<Subscriber, 'events'> & { events: string }>(SUBSCRIBERS, [
    workspace_id,
    limit,
  ])
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) }))
}
