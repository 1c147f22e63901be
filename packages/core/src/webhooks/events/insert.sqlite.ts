import type { RawSql } from '../../storage/dialect.ts'
import type { EventRow, Subscriber } from './event-row.ts'

const INSERT = 'insert into events (workspace_id, id, type, occurred_at, data) values (?, ?, ?, ?, ?)'
const SUBSCRIBERS = `select id, events, status, guide_ids, organisation_ids from webhook_endpoints
  where workspace_id = ? and deleted_at is null limit ?`

/** Lists are JSON. */
type Found = {
  [K in keyof Subscriber]: Subscriber[K] extends readonly string[] | null
    ? string | Extract<Subscriber[K], null>
    : Subscriber[K]
}

export async function insertEventRow(connection: RawSql, event: EventRow, limit: number): Promise<Subscriber[]> {
  const { workspace_id, id, type, occurred_at, data } = event
  await connection.run(INSERT, [workspace_id, id, type, occurred_at, data])
  const rows = await connection.rows<Found>(SUBSCRIBERS, [workspace_id, limit])
  return rows.map(({ events, guide_ids, organisation_ids, ...row }) => ({
    ...row,
    events: JSON.parse(events),
    guide_ids: guide_ids && JSON.parse(guide_ids),
    organisation_ids: organisation_ids && JSON.parse(organisation_ids),
  }))
}
