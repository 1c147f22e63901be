import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { deliveriesDue } from '../channel.ts'

/** Small, so that nobody who writes meanwhile waits for it. */
const BATCH = 500

/**
 * Makes due what an endpoint that was enabled has waiting for a later attempt, some of it at a time.
 * @returns whether there was an endpoint with any
 */
export async function forwardSome({ store: { read, write } }: Context): Promise<boolean> {
  const [endpoint] = await read(({ db, tables: { webhook_endpoints: endpoints } }) =>
    db
      .select({ workspace_id: endpoints.workspace_id, id: endpoints.id })
      .from(endpoints)
      .where(isNotNull(endpoints.forward_before))
      .orderBy(asc(endpoints.forward_before))
      .limit(1),
  )
  if (!endpoint) return false
  await write((tx) => forward(tx, endpoint))
  return true
}

async function forward(tx: Tx, { workspace_id, id }: { workspace_id: string; id: string }): Promise<void> {
  const { webhook_deliveries: deliveries, webhook_endpoints: endpoints } = tx.tables
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const which = and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id))
  const [endpoint] = await tx.db.select({ before: endpoints.forward_before }).from(endpoints).where(which)
  if (!endpoint?.before) return
  const later = await tx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpoint_id, id),
        eq(deliveries.status, 'pending'),
        isNull(deliveries.lease_until),
        gt(deliveries.next_attempt_at, tx.time),
        lte(deliveries.updated_at, endpoint.before),
      ),
    )
    .limit(BATCH)
  if (later.length < BATCH) await tx.db.update(endpoints).set({ forward_before: null }).where(which)
  if (later.length === 0) return
  const ids = later.map((delivery) => delivery.id)
  await tx.db
    .update(deliveries)
    .set({ next_attempt_at: tx.time })
    .where(and(eq(deliveries.workspace_id, workspace_id), inArray(deliveries.id, ids)))
  await tx.notify(deliveriesDue)
}
