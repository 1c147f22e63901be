import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { GIVEN_UP, isGivenUp } from '../../../queue/leases.ts'
import type { Tx } from '../../../storage/database.ts'
import type { ClaimedDelivery, Lease } from '../../delivery.ts'
import { reserveEndpoint } from './claims.ts'
import { countTaken, remainingRate } from './rate-budgets.ts'

/** Maximum number of endpoints examined to find one that is open. */
const SCAN_LIMIT = 20

/**
 * Claims the oldest delivery that must be sent alone, because its process died repeatedly during it, within the limits
 * of its endpoint. A delivery with too many deaths fails. @returns nothing if there is none
 */
export async function claimIsolated(tx: Tx, { lease_until, leased_by }: Lease): Promise<ClaimedDelivery | undefined> {
  const { webhook_deliveries: t, webhook_endpoints: endpoints } = tx.tables
  const waiting = tx.db
    .select({ workspace_id: t.workspace_id, id: t.id, endpoint_id: t.endpoint_id, losses: t.losses })
    .from(t)
    .where(and(eq(t.waiting_for, 'alone'), isFirstOfEndpoint(t)))
    .orderBy(asc(t.next_attempt_at))
    .limit(SCAN_LIMIT)
  for (const { workspace_id, id, endpoint_id, losses } of await tx.connection.dialect.locking(waiting, 'change')) {
    const which = and(eq(t.workspace_id, workspace_id), eq(t.id, id), eq(t.waiting_for, 'alone'))
    if (isGivenUp({ losses })) {
      const over = { status: 'failed' as const, next_attempt_at: null, waiting_for: null }
      await tx.db
        .update(t)
        .set({ ...over, error: GIVEN_UP, updated_at: tx.stamp })
        .where(which)
      await tx.db.update(endpoints).set({ release_at: tx.time }).where(eq(endpoints.id, endpoint_id))
      continue
    }
    const [endpoint] = await tx.db.select().from(endpoints).where(eq(endpoints.id, endpoint_id))
    if (endpoint?.status !== 'enabled' || (endpoint.open_until ?? '') > tx.time) {
      // It is on hold with the other deliveries of its endpoint.
      await tx.db.update(t).set({ waiting_for: 'endpoint' }).where(which)
      continue
    }
    if (!(await reserveEndpoint(tx, endpoint_id))) continue
    const [underWay] = await tx.db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(t)
      .where(and(eq(t.endpoint_id, endpoint_id), isNotNull(t.lease_until)))
    const most = endpoint.open_until === null ? Math.min(endpoint.concurrency, endpoint.max_concurrency) : 1
    if ((underWay?.count ?? 0) >= most) continue
    const { max_per_second } = endpoint
    const pace = await remainingRate(tx, tx.time, [{ workspace_id, endpoint_id, max_per_second }])
    if (pace.get(endpoint_id)?.left === 0) continue
    const [taken] = await tx.db
      .update(t)
      .set({ lease_until, leased_by, attempts: sql`${t.attempts} + 1`, waiting_for: null })
      .where(which)
      .returning({ event_id: t.event_id, attempts: t.attempts })
    if (!taken) continue
    const claimed = { workspace_id, id, endpoint_id, lease_until, ...taken }
    await countTaken(tx, pace, [claimed])
    return claimed
  }
  return undefined
}

/** Those behind it wait with it, and would take the places of other endpoints. */
function isFirstOfEndpoint({ endpoint_id, next_attempt_at, id }: Tx['tables']['webhook_deliveries']): SQL {
  return sql`not exists (select 1 from webhook_deliveries o where o.endpoint_id = ${endpoint_id}
    and o.waiting_for = 'alone' and (o.next_attempt_at, o.id) < (${next_attempt_at}, ${id}))`
}
