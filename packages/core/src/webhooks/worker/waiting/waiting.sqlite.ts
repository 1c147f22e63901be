import type { RawSql } from '../../../storage/dialect.ts'
import { isOpen } from '../health/is-open.ts'
import type { Limits, Place } from './limits.ts'

/** One that is sent in order goes before all that happened after it. */
const PROMOTE = `update webhook_deliveries as d
  set next_attempt_at = (select case when e.max_concurrency = 1 then d.created_at else d.next_attempt_at end
      from webhook_endpoints e where e.id = d.endpoint_id),
    waiting_for = (select case when ${isOpen('?')} then null else 'endpoint' end from webhook_endpoints e where e.id = d.endpoint_id)
  where d.rowid in (select rowid from webhook_deliveries where waiting_for = 'time' and next_attempt_at <= ?
    order by next_attempt_at limit ?)`

export async function promote(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return connection.run(PROMOTE, [now, now, now, limit])
}

const HOLD = `update webhook_deliveries set waiting_for = 'endpoint'
  where rowid in (select rowid from webhook_deliveries
    where workspace_id = ? and endpoint_id = ? and status = 'pending' and lease_until is null and waiting_for is null limit ?)`

export async function hold(connection: RawSql, endpoints: readonly Place[], { limit }: Limits): Promise<void> {
  let left = limit
  for (const { workspace_id, endpoint_id } of endpoints) {
    if (left <= 0) return
    left -= await connection.run(HOLD, [workspace_id, endpoint_id, left])
  }
}

const RELEASE_AT = `update webhook_endpoints set release_at = min(coalesce(release_at, ?), ?) where id = ?`

export async function holdUntil(
  connection: RawSql,
  endpoints: readonly Place[],
  release_at: string,
  limit: number,
): Promise<void> {
  for (const { workspace_id, endpoint_id } of endpoints) {
    await connection.run(RELEASE_AT, [release_at, release_at, endpoint_id])
    await connection.run(HOLD, [workspace_id, endpoint_id, limit])
  }
}

const LET_THROUGH = `update webhook_deliveries set waiting_for = null
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'endpoint' order by next_attempt_at, id limit ?)`

export async function letThrough(connection: RawSql, endpoint_id: string, limit: number): Promise<number> {
  return connection.run(LET_THROUGH, [endpoint_id, limit])
}

/** What happened first goes first. */
const FORWARD = `update webhook_deliveries set waiting_for = null, next_attempt_at = created_at
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'time' and updated_at <= ? limit ?)`

export async function forward(
  connection: RawSql,
  endpoint_id: string,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  return connection.run(FORWARD, [endpoint_id, before, limit])
}
