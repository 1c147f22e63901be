import { and, count, desc, eq, getTableColumns, gt, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { filledUp } from '../records/filled-up.ts'
import { LOG_COUNTS_TO, SCAN_LIMIT } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow } from '../records/rows.ts'
import type { Sealer } from '../secret/seal.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { EMAIL_ERRORS, type EmailKind, STOPPABLE_KINDS } from './contract.ts'
import { Email, INSTANCE, type StoredMessage } from './email.ts'

type EmailsTable = Tables['emails']
export type EmailRow = EmailsTable['$inferSelect']

const emailColumns = (table: EmailsTable) => columnsOf(table, Email)

export const emailList = {
  name: 'emails',
  table: (tables) => tables.emails,
  columns: emailColumns,
  filters: {
    status: (t) => eq(t.status, sql.placeholder('status')),
    kind: (t) => eq(t.kind, sql.placeholder('kind')),
    enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')),
    contact_id: (t) => eq(t.contact_id, sql.placeholder('contact_id')),
    // The condition matches an index that contains only mail that was not sent.
    held_back: (t) => sql`${t.status} not in ('waiting', 'sent') and ${t.status} = ${sql.placeholder('held_back')}`,
  },
  values: ({ status, ...others }) => ({
    ...others,
    ...(status === 'failed' || status === 'kept' || status === 'skipped' ? { held_back: status } : { status }),
  }),
  countsTo: LOG_COUNTS_TO,
  looks: { at: SCAN_LIMIT, within: [['enrollment_id'], ['contact_id'], ['held_back']], changes: true },
} satisfies ListSource<EmailsTable, ReturnType<typeof emailColumns>>

/** The whole row of a mail of a workspace, or undefined. */
export async function findEmail(reader: Reader, workspace_id: string, id: string): Promise<EmailRow | undefined> {
  return findRow(reader, 'emails', getTableColumns, { workspace_id, id }, { name: 'whole' })
}

/** The content of a mail; undefined if it was deleted, or encrypted with another secret. */
export function messageOf(sealer: Sealer, { sealed_message: sealed }: EmailRow): StoredMessage | undefined {
  if (sealed === null) return undefined
  try {
    // Encrypted by `queueEmail`, which accepts only this type.
    return JSON.parse(sealer.open(sealed)) as StoredMessage
  } catch {
    // The error only states that decryption failed.
    return undefined
  }
}

/** Whether a mail of a kind about an enrollment was added to the outbox after a time. */
export async function isQueuedSince(
  { db, tables: { emails: t } }: Reader,
  { workspace_id, id, kind }: { workspace_id: string; id: string; kind: EmailKind },
  time: string,
): Promise<boolean> {
  const found = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), gt(t.created_at, time), eq(t.kind, kind)))
    .limit(1)
  return found.length > 0
}

/** The problem of mail that members have to pass on. */
const NO_MAIL_SERVER = `${EMAIL_ERRORS.kept}. Pass the link on in another way`

/** The columns of a mail that the condition below compares, of the table or of a query. */
type Compared = Record<'workspace_id' | 'id' | 'enrollment_id' | 'contact_id' | 'status' | 'updated_at', SQLWrapper>

/**
 * The condition of a mail that is the newest to a contact about an enrollment, and was not delivered. Kept mail counts
 * until the contact acts, because members pass its link on.
 */
export function isNewestUndelivered(t: Compared) {
  // The newest one, by an index: PostgreSQL would compare all mails of an enrollment for a condition `not exists`.
  return sql`${t.contact_id} is not null and ${t.status} in ('failed', 'kept')
    and ${t.id} = (select newest.id from emails newest
      where newest.workspace_id = ${t.workspace_id} and newest.enrollment_id = ${t.enrollment_id}
      and newest.contact_id = ${t.contact_id} and newest.status in ('sent', 'waiting', 'failed', 'kept')
      order by newest.created_at desc, newest.id desc limit 1)
    and (${t.status} <> 'kept' or not exists (select 1 from enrollments own where own.workspace_id = ${t.workspace_id}
      and own.id = ${t.enrollment_id} and own.last_activity_at > ${t.updated_at}))`
}

/** The reasons why the newest mail to the contacts of enrollments was not delivered, by enrollment. */
export async function deliveryProblems(reader: Reader, workspace_id: string, enrollment_ids: readonly string[]) {
  if (enrollment_ids.length === 0) return new Map<string, { email_id: string; error: string; at: string }>()
  const ids = filledUp(enrollment_ids)
  const found = await prepared(
    reader,
    `emails.problems_of_${ids.length}`,
    ({ db, tables: { emails: t } }) =>
      db
        .select({ email_id: t.id, enrollment_id: t.enrollment_id, status: t.status, error: t.error, at: t.updated_at })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            inArray(
              t.enrollment_id,
              ids.map((_, at) => sql.placeholder(`id_${at}`)),
            ),
            isNewestUndelivered(t),
          ),
        ),
    { workspace_id, ...Object.fromEntries(ids.map((id, at) => [`id_${at}`, id])) },
  )
  return new Map(
    found.map(({ enrollment_id, status, error, ...problem }) => [
      enrollment_id ?? '',
      { ...problem, error: status === 'kept' ? NO_MAIL_SERVER : (error ?? '') },
    ]),
  )
}

/** The count ends here. */
export const MAX_UNDELIVERED = 1000

/** The number of contacts whose last mail was rejected or failed. */
export async function countUndelivered({ db, tables: { emails: t } }: Reader, workspace_id: string): Promise<number> {
  // The newest one, by an index: PostgreSQL would compare all mails of a contact for a condition `not exists`.
  const isNewest = sql`${t.id} = (select newest.id from emails newest
    where newest.workspace_id = ${t.workspace_id} and newest.contact_id = ${t.contact_id}
    and newest.status in ('sent', 'waiting', 'failed') order by newest.created_at desc, newest.id desc limit 1)`
  const undelivered = db
    .select({ id: t.id })
    .from(t)
    // The condition matches the index.
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        sql`${t.status} not in ('waiting', 'sent') and ${t.status} = 'failed' and ${t.contact_id} is not null`,
        isNewest,
      ),
    )
    // Without the order, SQLite chooses another index if none has failed yet, and reads every mail.
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(MAX_UNDELIVERED)
  const [row] = await db.select({ total: count() }).from(undelivered.as('undelivered'))
  return row?.total ?? 0
}

/** Skips the waiting reminders and mails of the day of a contact. */
export async function skipReminders(tx: Tx, workspace_id: string, contact_id: string): Promise<void> {
  const { emails } = tx.tables
  await tx.db
    .update(emails)
    .set({ status: 'skipped', next_attempt_at: null, waiting_for: null, updated_at: tx.stamp })
    .where(
      and(
        eq(emails.workspace_id, workspace_id),
        eq(emails.contact_id, contact_id),
        inArray(emails.kind, [...STOPPABLE_KINDS]),
        inArray(emails.status, ['waiting', 'kept']),
        sql`${emails.lease_until} is null`,
      ),
    )
}

/** Whether a mail is about the account of a person, and so hidden from workspaces. */
export function isAccountMail({ workspace_id }: Pick<EmailRow, 'workspace_id'>): boolean {
  return workspace_id === INSTANCE
}
