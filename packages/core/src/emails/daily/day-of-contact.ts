import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { preparedRows, type Reader, type Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { DAY_MS, dayIn, later } from '../../times.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import { findSchedule, type Person } from './store.ts'

interface Claim extends Person {
  /** A date in the time zone of the contact. */
  day: string
  email_id: string
}

/**
 * Takes the one mail of a day for a contact. The key of the table lets one transaction of all processes succeed, which also queues
 * the mail: after a crash there are both or neither.
 * @returns false if another mail has it
 */
export async function claimDay(tx: Tx, { workspace_id, contact_id, day, email_id }: Claim): Promise<boolean> {
  const { daily_mails: t } = tx.tables
  const stamps = { created_at: tx.stamp, updated_at: tx.stamp }
  const inserted = await tx.db
    .insert(t)
    .values({ workspace_id, contact_id, day, email_id, ...stamps })
    .onConflictDoNothing()
    .returning({ day: t.day })
  if (inserted.length > 0) return true
  const [taken] = await tx.db
    .select({ email_id: t.email_id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id), eq(t.day, day)))
  return taken?.email_id === email_id
}

/**
 * The same for a reminder, which is the mail of the day on which it is sent. Contacts without plans have no days.
 * @param at when it is sent
 */
export async function claimDayOf(
  tx: Tx,
  { workspace_id, contact_id }: Person,
  { at, email_id }: { at: string; email_id: string },
): Promise<boolean> {
  const schedule = await findSchedule(tx, { workspace_id, contact_id })
  if (!schedule) return true
  const time_zone = schedule.time_zone ?? (await findWorkspace(tx, workspace_id))?.time_zone ?? 'UTC'
  return claimDay(tx, { workspace_id, contact_id, day: dayIn(time_zone, at), email_id })
}

/**
 * Whether the last mail of a contact was not sent on its day, because the mail server was away or deferred it: then nobody was told. A
 * mail that the server rejected for good counts as told, so that a wrong address does not get one each day.
 */
export async function isLastLost(reader: Reader, { workspace_id, contact_id }: Person): Promise<boolean> {
  const [last] = await preparedRows(
    reader,
    'daily_mails.last',
    ({ tables: { emails } }) => ({ status: emails.status, error: emails.error }),
    ({ db, tables: { daily_mails: t, emails } }, columns) =>
      db
        .select(columns)
        .from(t)
        .leftJoin(emails, and(eq(emails.workspace_id, t.workspace_id), eq(emails.id, t.email_id)))
        .where(
          and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.contact_id, sql.placeholder('contact_id'))),
        )
        .orderBy(desc(t.day))
        .limit(1),
    { workspace_id, contact_id },
  )
  if (last?.status === 'failed') return last.error?.startsWith(EMAIL_ERRORS.put_off) === true
  return last?.status === 'skipped'
}

const KEPT_MS = 90 * DAY_MS

/** Deletes the days of mail that is deleted, too. */
export async function forgetOldDays({ store }: Pick<Context, 'store'>, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'daily_mails', [['created_at', '<', oldest]], rows))
}
