import type { RawSql } from '../storage/dialect.ts'

/** Requests of a window that a process takes from the shared count. */
export interface Block {
  seconds: number
  /** The start of the window, in seconds. */
  startsAt: number
  /** Number of requests. */
  size: number
}

/**
 * One statement, which is a transaction of its own, for all windows of a request. It does not wait for the disk: a count that is lost
 * with the server allows a few requests more. Windows are locked in one order.
 */
const RESERVE = `with passing as materialized (select set_config('synchronous_commit', 'off', true))
  insert into rate_windows as w (credential_id, seconds, starts_at, used)
  select $1, b.seconds, b.starts_at, b.size
  from passing cross join unnest($2::integer[], $3::bigint[], $4::integer[]) as b(seconds, starts_at, size) order by b.seconds
  on conflict (credential_id, seconds, starts_at) do update set used = w.used + excluded.used
  returning seconds, used`

/** @returns how many requests all processes have taken, by the length of the window */
export async function reserve(
  connection: RawSql,
  subject: string,
  blocks: readonly Block[],
): Promise<ReadonlyMap<number, number>> {
  const column = (name: keyof Block) => blocks.map((block) => block[name])
  const values = [subject, column('seconds'), column('startsAt'), column('size')]
  const rows = await connection.rows<{ seconds: number; used: number }>(RESERVE, values)
  return new Map(rows.map(({ seconds, used }) => [seconds, used]))
}
