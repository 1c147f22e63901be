import type { RawSql } from '../../../storage/dialect.ts'
import type { EndpointRow, Speed } from './endpoint-row.ts'

/** One statement, because each is a round trip. */
const WRITE = `update webhook_endpoints e set failing_since = h.failing_since, consecutive_failures = h.consecutive_failures,
    open_until = h.open_until, probe_seconds = h.probe_seconds, concurrency = h.concurrency, release_at = h.release_at
  from json_to_recordset($1::json) as h(workspace_id uuid, id uuid, failing_since timestamptz,
    consecutive_failures integer, open_until timestamptz, probe_seconds integer, concurrency integer, release_at timestamptz)
  where e.workspace_id = h.workspace_id and e.id = h.id`

export async function writeHealth(connection: RawSql, endpoints: readonly EndpointRow[]): Promise<void> {
  const health = endpoints.map((one) => ({
    workspace_id: one.workspace_id,
    id: one.id,
    failing_since: one.failing_since,
    consecutive_failures: one.consecutive_failures,
    open_until: one.open_until,
    probe_seconds: one.probe_seconds,
    concurrency: one.concurrency,
    release_at: one.release_at,
  }))
  await connection.run(WRITE, [JSON.stringify(health)])
}

const WRITE_SPEEDS = `update webhook_endpoints e set answer_ms = s.answer_ms
  from json_to_recordset($1::json) as s(workspace_id uuid, id uuid, answer_ms integer)
  where e.workspace_id = s.workspace_id and e.id = s.id`

export async function writeSpeeds(connection: RawSql, speeds: readonly Speed[]): Promise<void> {
  await connection.run(WRITE_SPEEDS, [JSON.stringify(speeds)])
}
