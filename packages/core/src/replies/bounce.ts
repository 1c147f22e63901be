import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { EMAIL_ERRORS } from '../emails/contract.ts'
import type { EmailRow } from '../emails/store.ts'
import { emitFailure } from '../emails/worker/record-outcomes.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { markOf } from './address.ts'
import type { DeliveryReport } from './parse/mail.ts'
import type { Participant } from './store.ts'

/** Reports concern recent mails: of an enrollment, the newest this many are compared. */
const NEWEST = 100

/**
 * Records that a sent mail was returned, like one that the mail server refused.
 * @param mark that of the envelope address to which the report came
 */
export async function recordBounce(
  tx: Tx,
  context: Context,
  participant: Participant,
  { mark, report }: { mark: string; report: DeliveryReport },
): Promise<void> {
  const email = await findMarked(tx, participant, mark)
  if (!email || !report.isFailure) return
  const { emails } = tx.tables
  const error = `${EMAIL_ERRORS.bounced}: ${report.diagnostic}`
  const returned = await tx.db
    .update(emails)
    .set({ status: 'failed', error, updated_at: tx.stamp })
    .where(and(eq(emails.workspace_id, email.workspace_id), eq(emails.id, email.id), eq(emails.status, 'sent')))
    .returning({ id: emails.id })
  if (returned.length > 0) await emitFailure(tx, context, { ...email, error })
}

async function findMarked(
  { db, tables: { emails } }: Reader,
  { workspace_id, enrollment_id }: Participant,
  mark: string,
): Promise<EmailRow | undefined> {
  const newest = await db
    .select()
    .from(emails)
    .where(and(eq(emails.workspace_id, workspace_id), eq(emails.enrollment_id, enrollment_id)))
    .orderBy(desc(emails.created_at), desc(emails.id))
    .limit(NEWEST)
  return newest.find(({ id }) => markOf(id) === mark)
}
