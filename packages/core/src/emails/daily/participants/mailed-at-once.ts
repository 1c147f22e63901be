import { and, eq, ne } from 'drizzle-orm'
import type { Reader } from '../../../storage/database.ts'
import type { EmailKind } from '../../contract.ts'

interface Mailed {
  workspace_id: string
  contact_id: string
  kind: EmailKind
  /** When it happened that the mail is about: mail of the transaction that wrote it has its time. */
  created_at: string
}

/** Whether a contact got a mail about something at once. */
export async function isMailedAtOnce(
  { db, tables: { emails: t } }: Reader,
  { workspace_id, contact_id, kind, created_at }: Mailed,
): Promise<boolean> {
  const found = await db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.contact_id, contact_id),
        eq(t.created_at, created_at),
        eq(t.kind, kind),
        ne(t.status, 'skipped'),
      ),
    )
    .limit(1)
  return found.length > 0
}
