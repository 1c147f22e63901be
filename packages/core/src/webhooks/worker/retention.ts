import { and, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'

const KEPT_MS = 30 * DAY_MS
/** Small, so that nobody who writes meanwhile waits for it. */
const BATCH = 500

/** Forgets events and deliveries that are older than 30 days. */
export async function forgetOldEvents(context: Context, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  while (await context.store.write((tx) => forgetDeliveries(tx, oldest)));
  while (await context.store.write((tx) => forgetEvents(tx, oldest)));
}

/** @returns whether there may be more */
async function forgetDeliveries(tx: Tx, oldest: string): Promise<boolean> {
  const { webhook_deliveries: deliveries } = tx.tables
  const old = await tx.db
    .select({ workspace_id: deliveries.workspace_id, id: deliveries.id })
    .from(deliveries)
    .where(lt(deliveries.created_at, oldest))
    .limit(BATCH)
  if (old.length === 0) return false
  await tx.db.delete(deliveries).where(
    and(
      inArray(deliveries.workspace_id, [...new Set(old.map(({ workspace_id }) => workspace_id))]),
      inArray(
        deliveries.id,
        old.map(({ id }) => id),
      ),
    ),
  )
  return old.length === BATCH
}

async function forgetEvents(tx: Tx, oldest: string): Promise<boolean> {
  const { events } = tx.tables
  const old = await tx.db
    .select({ workspace_id: events.workspace_id, id: events.id })
    .from(events)
    .where(lt(events.occurred_at, oldest))
    .limit(BATCH)
  if (old.length === 0) return false
  await tx.db.delete(events).where(
    and(
      inArray(events.workspace_id, [...new Set(old.map(({ workspace_id }) => workspace_id))]),
      inArray(
        events.id,
        old.map(({ id }) => id),
      ),
    ),
  )
  return old.length === BATCH
}
