import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'

/** More than people write between two checks. */
const NEWEST = 20

/** Records the reason of an outage at the newest mails, for people who have just requested one. */
export async function noteOutage(tx: Tx, error: string): Promise<void> {
  const { emails } = tx.tables
  const { workspace_id, id, status, next_attempt_at } = emails
  const newest = await tx.db
    .select({ workspace_id, id, status, next_attempt_at, error: emails.error })
    .from(emails)
    .orderBy(desc(emails.created_at))
    .limit(NEWEST)
  for (const one of newest)
    if (one.status === 'waiting' && one.error === null && (one.next_attempt_at ?? '') <= tx.time)
      await tx.db
        .update(emails)
        .set({ error, updated_at: tx.stamp })
        .where(and(eq(workspace_id, one.workspace_id), eq(id, one.id), isNull(emails.error)))
}
