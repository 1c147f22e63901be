import { and, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../../storage/database.ts'
import { SECOND_MS } from '../../../times.ts'
import type { ClaimedDelivery, ReadyEndpoint } from '../../delivery.ts'

/** Deliveries start a varying time after their claim: with this margin, the limit holds in any second. */
const MARGIN_MS = 100
const WITHIN_MS = SECOND_MS + MARGIN_MS

/** The starts of deliveries, with the number at each time. */
type Begun = readonly [at: number, count: number][]

/** For endpoints with a rate limit: how many more deliveries may start, when earlier ones did, and when the oldest of these expires. */
export type RateBudgets = ReadonlyMap<string, { left: number; begun: Begun; freeAt: string }>

/** Counted in the database over any second: an endpoint has one claim at a time. */
export async function remainingRate(
  reader: Reader,
  now: string,
  endpoints: readonly Pick<ReadyEndpoint, 'workspace_id' | 'endpoint_id' | 'max_per_second'>[],
): Promise<RateBudgets> {
  const limited = endpoints.filter(({ max_per_second }) => max_per_second !== null)
  if (limited.length === 0) return new Map()
  const { webhook_paces: t } = reader.tables
  const workspaces = [...new Set(limited.map(({ workspace_id }) => workspace_id))]
  const ids = limited.map(({ endpoint_id }) => endpoint_id)
  const rows = await reader.db
    .select({ endpoint_id: t.endpoint_id, begun: t.begun })
    .from(t)
    .where(and(inArray(t.workspace_id, workspaces), inArray(t.endpoint_id, ids)))
  const known = new Map(rows.map((row) => [row.endpoint_id, row.begun]))
  const time = Date.parse(now)
  return new Map(
    limited.map(({ endpoint_id, max_per_second }) => {
      // A time of a clock that was set back is ignored.
      const begun = (known.get(endpoint_id) ?? []).filter(([at]) => at > time - WITHIN_MS && at <= time)
      const used = begun.reduce((sum, [, count]) => sum + count, 0)
      const freeAt = new Date((begun[0]?.[0] ?? time) + WITHIN_MS).toISOString()
      return [endpoint_id, { left: Math.max(0, (max_per_second ?? 0) - used), begun, freeAt }]
    }),
  )
}

/** Counts claimed deliveries. */
export async function countTaken(tx: Tx, pace: RateBudgets, taken: readonly ClaimedDelivery[]): Promise<void> {
  const { webhook_paces: t } = tx.tables
  for (const [endpoint_id, deliveries] of Map.groupBy(taken, (delivery) => delivery.endpoint_id)) {
    const known = pace.get(endpoint_id)
    const [first] = deliveries
    if (!known || !first) continue
    const begun: [number, number][] = [...known.begun, [Date.parse(tx.time), deliveries.length]]
    await tx.db
      .insert(t)
      .values({ workspace_id: first.workspace_id, endpoint_id, begun })
      .onConflictDoUpdate({ target: [t.workspace_id, t.endpoint_id], set: { begun } })
  }
}
