import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { deleteDraft, storeDraft } from '../../player/draft-store.ts'
import type { Tx } from '../../storage/database.ts'
import type { EnrollmentRow } from '../store.ts'
import { forgetPassedSteps } from './passed-steps.ts'
import { recordedPerson } from './person.ts'

interface Exchange {
  /** The participant who becomes the primary contact. */
  successor: string
  /** The id of the participant that the primary contact becomes. */
  former: string
}

/** Writes what the primary contact of an enrollment did to a participant, and what that participant's successor did to the primary contact. */
export async function exchangePersons(tx: Tx, enrollment: EnrollmentRow, exchange: Exchange): Promise<void> {
  const { workspace_id, id: enrollment_id } = enrollment
  await forgetPassedSteps(tx, { workspace_id, enrollment_id }, null)
  await exchangeRecorded(tx, enrollment, exchange)
  await exchangeIds(tx, enrollment, exchange)
  await exchangeDrafts(tx, enrollment, exchange)
  await exchangeCalendars(tx, enrollment, exchange)
}

/** The columns with a kind of caller and its id. */
async function exchangeRecorded(tx: Tx, { workspace_id, id }: EnrollmentRow, { successor, former }: Exchange) {
  const { step_completions, participants, passed_steps } = tx.tables
  const primary = recordedPerson(null)
  for (const [from, to] of [
    [primary, recordedPerson(former)],
    [recordedPerson(successor), primary],
  ] as const) {
    const isOf = (t: typeof step_completions | typeof participants | typeof passed_steps, column: SQL) =>
      and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), column)
    await tx.db
      .update(step_completions)
      .set({ completed_by: to })
      .where(isOf(step_completions, eq(step_completions.completed_by, from)))
    await tx.db
      .update(participants)
      .set({ invited_by: to, updated_at: tx.stamp })
      .where(isOf(participants, eq(participants.invited_by, from)))
    await tx.db
      .update(participants)
      .set({ role_passed_by: to })
      .where(isOf(participants, eq(participants.role_passed_by, from)))
    await tx.db
      .update(passed_steps)
      .set({ passed_by: to })
      .where(isOf(passed_steps, eq(passed_steps.passed_by, from)))
  }
}

/** The columns with the id of a participant, which is null for the primary contact. */
async function exchangeIds(tx: Tx, { workspace_id, id }: EnrollmentRow, { successor, former }: Exchange) {
  const { form_submissions, submissions, approvals, files, messages, passed_steps } = tx.tables
  for (const t of [form_submissions, submissions, approvals, files, messages]) {
    const isOf = (column: SQL | undefined) => and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), column)
    const isByContact = t === messages ? ne(messages.kind, 'answer') : undefined
    await tx.db
      .update(t)
      .set({ participant_id: former, updated_at: tx.stamp })
      .where(isOf(and(isNull(t.participant_id), isByContact)))
    await tx.db
      .update(t)
      .set({ participant_id: null, updated_at: tx.stamp })
      .where(isOf(eq(t.participant_id, successor)))
  }
  await tx.db
    .update(passed_steps)
    .set({ participant_id: null })
    .where(
      and(
        eq(passed_steps.workspace_id, workspace_id),
        eq(passed_steps.enrollment_id, id),
        eq(passed_steps.participant_id, successor),
      ),
    )
}

/** The address of a calendar is that of a person: the former primary contact, who is removed, has none any more. */
async function exchangeCalendars(tx: Tx, { workspace_id, id }: EnrollmentRow, { successor }: Exchange) {
  const { contact_calendars: t } = tx.tables
  const isOf = (person: string) => and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), eq(t.person, person))
  const primary = recordedPerson(null)
  await tx.db.delete(t).where(isOf(primary))
  await tx.db
    .update(t)
    .set({ person: primary })
    .where(isOf(recordedPerson(successor)))
}

/** The drafts of the successor take the place of those of the primary contact; ticks are of all. */
async function exchangeDrafts(tx: Tx, { workspace_id, id: enrollment_id }: EnrollmentRow, { successor }: Exchange) {
  const { step_drafts: shared, participant_drafts: t } = tx.tables
  const before = await tx.db
    .select({ step_id: shared.step_id, content: shared.content })
    .from(shared)
    .where(and(eq(shared.workspace_id, workspace_id), eq(shared.enrollment_id, enrollment_id)))
  for (const { step_id, content } of before)
    if (content.ticks === undefined) await deleteDraft(tx, { workspace_id, enrollment_id, step_id })
  const own = await tx.db
    .select({ step_id: t.step_id, content: t.content })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.participant_id, successor)))
  for (const { step_id, content } of own) await storeDraft(tx, { workspace_id, enrollment_id, step_id }, content)
}
