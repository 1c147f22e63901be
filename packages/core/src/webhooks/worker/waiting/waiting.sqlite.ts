import type { RawSql } from '../../../storage/dialect.ts'
import { isOpen } from '../is-open.ts'
import type { Limits } from './limits.ts'

const PROMOTE = `update webhook_deliveries as d
  set waiting_for = (select case when ${isOpen('?')} then null else 'endpoint' end from webhook_endpoints e where e.id = d.endpoint_id)
  where d.rowid in (select rowid from webhook_deliveries where waiting_for = 'time' and next_attempt_at <= ?
    order by next_attempt_at limit ?)`

export async function promote(connection: RawSql, { now, limit }: Limits): Promise<number> {
  return connection.run(PROMOTE, [now, now, now, limit])
}

const HOLD = `update webhook_deliveries set waiting_for = 'endpoint'
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and status = 'pending' and lease_until is null and waiting_for is null limit ?)`

export async function hold(connection: RawSql, endpoints: readonly string[], { limit }: Limits): Promise<void> {
  let left = limit
  for (const id of endpoints) {
    if (left <= 0) return
    left -= await connection.run(HOLD, [id, left])
  }
}

const LET_THROUGH = `update webhook_deliveries set waiting_for = null
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'endpoint' order by next_attempt_at, id limit ?)`

export async function letThrough(connection: RawSql, endpoint_id: string, limit: number): Promise<number> {
  return connection.run(LET_THROUGH, [endpoint_id, limit])
}

const FORWARD = `update webhook_deliveries set waiting_for = null, next_attempt_at = ?
  where rowid in (select rowid from webhook_deliveries
    where endpoint_id = ? and waiting_for = 'time' and updated_at <= ? limit ?)`

export async function forward(
  connection: RawSql,
  endpoint_id: string,
  { now, before, limit }: Limits & { before: string },
): Promise<number> {
  return connection.run(FORWARD, [now, endpoint_id, before, limit])
}
