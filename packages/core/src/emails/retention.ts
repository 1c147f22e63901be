import { and, inArray, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { DAY_MS, later } from '../times.ts'

const KEPT_MS = 90 * DAY_MS
/** Small, so that nobody who writes meanwhile waits for it. */
const BATCH = 500

/** Forgets mail that is older than 90 days. */
export async function forgetOldEmails(context: Context, now: string): Promise<void> {
  while (await context.store.write((tx) => forgetSome(tx, later(now, -KEPT_MS))));
}

/** @returns whether there may be more */
async function forgetSome({ db, tables: { emails } }: Tx, oldest: string): Promise<boolean> {
  const old = await db
    .select({ workspace_id: emails.workspace_id, id: emails.id })
    .from(emails)
    .where(lt(emails.created_at, oldest))
    .limit(BATCH)
  if (old.length === 0) return false
  const workspaces = [...new Set(old.map(({ workspace_id }) => workspace_id))]
  const ids = old.map(({ id }) => id)
  await db.delete(emails).where(and(inArray(emails.workspace_id, workspaces), inArray(emails.id, ids)))
  return old.length === BATCH
}
