import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import { isAccountMail } from '../store.ts'

/** Keeps mail that waits for a mail server which was removed; mail that members could not read is ended. */
export async function keepWaiting(context: Pick<Context, 'store' | 'mail'>): Promise<void> {
  await inSteps(context.store, (tx, rows) => keepSome(tx, context, rows))
}

async function keepSome(tx: Tx, { mail }: Pick<Context, 'mail'>, limit: number): Promise<number> {
  // Another server was set meanwhile.
  if (await mail.sends(tx)) return 0
  const { emails } = tx.tables
  // Each condition matches an index that contains only mail of its kind.
  const conditions = [
    sql`${emails.status} = 'waiting' and ${emails.lease_until} is null and ${emails.waiting_for} is null`,
    sql`${emails.waiting_for} = 'time'`,
    sql`${emails.waiting_for} = 'alone'`,
  ]
  let kept = 0
  for (const condition of conditions) if (kept < limit) kept += await keepWhere(tx, condition, limit - kept)
  return kept
}

async function keepWhere(tx: Tx, condition: SQL, limit: number): Promise<number> {
  const { emails } = tx.tables
  const { workspace_id, id } = emails
  const found = await tx.db.select({ workspace_id, id }).from(emails).where(condition).limit(limit)
  for (const [workspace, mails] of Map.groupBy(found, (mail) => mail.workspace_id)) {
    const outcome = isAccountMail({ workspace_id: workspace })
      ? { status: 'skipped' as const, error: EMAIL_ERRORS.kept, sealed_message: null }
      : { status: 'kept' as const, error: null }
    const ids = mails.map((mail) => mail.id)
    await tx.db
      .update(emails)
      .set({ ...outcome, next_attempt_at: null, waiting_for: null, losses: 0, updated_at: tx.stamp })
      .where(and(eq(workspace_id, workspace), inArray(id, ids), isNull(emails.lease_until)))
  }
  return found.length
}
