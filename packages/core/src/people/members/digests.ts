import { and, eq, isNull } from 'drizzle-orm'
import { nextMorning } from '../../emails/daily/morning.ts'
import type { Tx } from '../../storage/database.ts'

/** Lets the members of a workspace be looked at for the digest, from the next morning on: once it has a plan, and whoever joins then. */
export async function scheduleDigests(
  tx: Tx,
  { id: workspace_id, time_zone }: { id: string; time_zone: string },
): Promise<void> {
  const { memberships: t } = tx.tables
  await tx.db
    .update(t)
    .set({ digest_at: nextMorning(tx.time, time_zone) })
    .where(and(eq(t.workspace_id, workspace_id), isNull(t.digest_at)))
}
