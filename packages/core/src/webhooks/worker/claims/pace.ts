import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../../storage/database.ts'
import { unixTime } from '../../../times.ts'
import type { ClaimedDelivery, ReadyEndpoint } from '../delivery.ts'

const SECONDS = 1
const nameOf = (endpoint_id: string) => `deliveries ${endpoint_id}`

/** How many more deliveries may begin within this second, by endpoint; those without a limit are not in it. */
export type Pace = ReadonlyMap<string, number>

/** Counted in the database: whoever claims of an endpoint at this moment is the only one. */
export async function paceOf(reader: Reader, now: string, endpoints: readonly ReadyEndpoint[]): Promise<Pace> {
  const limits = new Map<string, number>()
  for (const { endpoint_id, max_per_second } of endpoints)
    if (max_per_second !== null) limits.set(endpoint_id, max_per_second)
  if (limits.size === 0) return limits
  const { rate_windows: windows } = reader.tables
  const rows = await reader.db
    .select({ name: windows.credential_id, used: windows.used })
    .from(windows)
    .where(
      and(
        inArray(windows.credential_id, [...limits.keys()].map(nameOf)),
        eq(windows.seconds, SECONDS),
        eq(windows.starts_at, unixTime(now)),
      ),
    )
  const used = new Map(rows.map((row) => [row.name, row.used]))
  return new Map([...limits].map(([id, limit]) => [id, Math.max(0, limit - (used.get(nameOf(id)) ?? 0))]))
}

/** Counts what was taken. */
export async function countTaken(tx: Tx, pace: Pace, taken: readonly ClaimedDelivery[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { endpoint_id } of taken)
    if (pace.has(endpoint_id)) counts.set(endpoint_id, (counts.get(endpoint_id) ?? 0) + 1)
  if (counts.size === 0) return
  const { rate_windows: windows } = tx.tables
  const starts_at = unixTime(tx.time)
  await tx.db
    .insert(windows)
    .values([...counts].map(([id, used]) => ({ credential_id: nameOf(id), seconds: SECONDS, starts_at, used })))
    .onConflictDoUpdate({
      target: [windows.credential_id, windows.seconds, windows.starts_at],
      set: { used: sql`${windows.used} + excluded.used` },
    })
}
