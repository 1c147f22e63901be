import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../storage/database.ts'

interface Person {
  workspace_id: string
  enrollment_id: string
  /** As recorded in `completed_by`. */
  person: string
}

/** Ends the address of the calendar of a person, which was made with the link of that person. */
export async function deleteContactCalendar(tx: Tx, { workspace_id, enrollment_id, person }: Person): Promise<void> {
  const { contact_calendars: t } = tx.tables
  await tx.db
    .delete(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.person, person)))
}
