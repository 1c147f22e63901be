import type { RawSql } from '../../../storage/dialect.ts'
import type { EndpointRow, Speed } from './endpoint-row.ts'

const WRITE = `update webhook_endpoints set failing_since = ?, consecutive_failures = ?, open_until = ?, probe_seconds = ?,
    concurrency = ?, release_at = ? where workspace_id = ? and id = ?`

export async function writeHealth(connection: RawSql, endpoints: readonly EndpointRow[]): Promise<void> {
  for (const one of endpoints) {
    const failures = [one.failing_since, one.consecutive_failures, one.open_until, one.probe_seconds]
    await connection.run(WRITE, [...failures, one.concurrency, one.release_at, one.workspace_id, one.id])
  }
}

const WRITE_SPEED = 'update webhook_endpoints set answer_ms = ? where workspace_id = ? and id = ?'

export async function writeSpeeds(connection: RawSql, speeds: readonly Speed[]): Promise<void> {
  for (const { workspace_id, id, answer_ms } of speeds) await connection.run(WRITE_SPEED, [answer_ms, workspace_id, id])
}
