import { and, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'
import { later, SECOND_MS } from '../../times.ts'
import type { ClaimedDelivery } from './delivery.ts'
import { MAX_PROBE_SECONDS } from './health.ts'

/** Longer than an exchange may take, so that nobody else takes what is still being sent. */
export const LEASE_MS = 40_000
/** Small, so that nobody who writes meanwhile waits for it. */
const BATCH = 500

/**
 * Gives up for lost what was under way past its lease: its process died. A lease further ahead than any is given was
 * given by a clock that has been set back since.
 * @param isOurs whether this process is still at a delivery, whatever the clock says
 */
export async function releaseLost(tx: Tx, isOurs: (id: string) => boolean): Promise<void> {
  const { webhook_deliveries: deliveries } = tx.tables
  const lapsed = or(lt(deliveries.lease_until, tx.time), gt(deliveries.lease_until, later(tx.time, LEASE_MS)))
  const rows = await tx.db
    .select({ id: deliveries.id, workspace_id: deliveries.workspace_id })
    .from(deliveries)
    .where(and(isNotNull(deliveries.lease_until), lapsed))
    .limit(BATCH)
  const lost = rows.filter(({ id }) => !isOurs(id))
  if (lost.length === 0) return
  const ids = lost.map(({ id }) => id)
  const workspaces = [...new Set(lost.map(({ workspace_id }) => workspace_id))]
  await tx.db
    .update(deliveries)
    .set({ lease_until: null, error: LOST })
    .where(and(inArray(deliveries.workspace_id, workspaces), inArray(deliveries.id, ids), lapsed))
}

/** Gives back what was claimed and cannot be sent: it waits as if nobody had tried. */
export async function giveBack(tx: Tx, claimed: readonly ClaimedDelivery[]): Promise<void> {
  const { webhook_deliveries: deliveries } = tx.tables
  for (const { workspace_id, id, attempts } of claimed)
    await tx.db
      .update(deliveries)
      .set({ lease_until: null, attempts: attempts - 1 })
      .where(and(eq(deliveries.workspace_id, workspace_id), eq(deliveries.id, id)))
}

const LOST = 'The attempt was lost with its process'

/** At the start of the one process of an SQLite file, nothing is under way. */
export async function releaseAll(tx: Tx): Promise<void> {
  const { webhook_deliveries: deliveries } = tx.tables
  await tx.db.update(deliveries).set({ lease_until: null, error: LOST }).where(isNotNull(deliveries.lease_until))
}

/**
 * After the clock was set back: what was put off by the clock before, which may be by a day more than was meant, is due
 * now.
 */
export async function bringForward(tx: Tx): Promise<void> {
  const { webhook_deliveries: deliveries, webhook_endpoints: endpoints } = tx.tables
  await tx.db
    .update(deliveries)
    .set({ next_attempt_at: tx.time })
    .where(
      and(
        eq(deliveries.status, 'pending'),
        gt(deliveries.next_attempt_at, tx.time),
        gt(deliveries.updated_at, tx.time),
      ),
    )
  await tx.db
    .update(endpoints)
    .set({ open_until: tx.time })
    .where(gt(endpoints.open_until, later(tx.time, MAX_PROBE_SECONDS * SECOND_MS)))
}
