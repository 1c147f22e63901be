import { and, eq } from 'drizzle-orm'
import type { EnrollmentRow } from '../enrollments/store.ts'
import type { Reader, Tx } from '../storage/database.ts'

interface Place {
  workspace_id: string
  enrollment_id: string
  step_id: string
}

/** The enrollment whose contact has this token: which workspace, and which plan that has. */
export async function findByAccessToken(reader: Reader, access_token: string) {
  const { enrollments, workspaces } = reader.tables
  const [found] = await reader.db
    .select({ id: enrollments.id, workspace_id: enrollments.workspace_id, plan: workspaces.plan })
    .from(enrollments)
    .innerJoin(workspaces, eq(workspaces.id, enrollments.workspace_id))
    .where(eq(enrollments.access_token, access_token))
  return found
}

/** Keeps the answers of a form; a later submission replaces them. */
export async function storeAnswers(tx: Tx, place: Place, answers: Record<string, unknown>, at: string): Promise<void> {
  const { form_submissions: submissions } = tx.tables
  await tx.db
    .insert(submissions)
    .values({ ...place, answers, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: [submissions.workspace_id, submissions.enrollment_id, submissions.step_id],
      set: { answers, updated_at: at },
    })
}

/** Submitted answers by step. */
export async function answersOf(reader: Reader, workspace_id: string, enrollment_id: string) {
  const { form_submissions: submissions } = reader.tables
  const rows = await reader.db
    .select({ step_id: submissions.step_id, answers: submissions.answers })
    .from(submissions)
    .where(and(eq(submissions.workspace_id, workspace_id), eq(submissions.enrollment_id, enrollment_id)))
  return Object.fromEntries(rows.map(({ step_id, answers }) => [step_id, answers]))
}

/** What is begun, by step. */
export async function draftsOf(reader: Reader, workspace_id: string, enrollment_id: string) {
  const { step_drafts: drafts } = reader.tables
  const rows = await reader.db
    .select({ step_id: drafts.step_id, content: drafts.content })
    .from(drafts)
    .where(and(eq(drafts.workspace_id, workspace_id), eq(drafts.enrollment_id, enrollment_id)))
  return Object.fromEntries(rows.map(({ step_id, content }) => [step_id, content]))
}

export async function storeScore(
  tx: Tx,
  { workspace_id, id, ces_score, ces_comment, last_activity_at, updated_at }: EnrollmentRow,
): Promise<void> {
  const { enrollments } = tx.tables
  await tx.db
    .update(enrollments)
    .set({ ces_score, ces_comment, last_activity_at, updated_at })
    .where(and(eq(enrollments.workspace_id, workspace_id), eq(enrollments.id, id)))
}
