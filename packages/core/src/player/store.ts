import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { hashToken } from '../secret/seal.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { findWorkspace } from '../workspaces/store.ts'

interface Place {
  workspace_id: string
  enrollment_id: string
  step_id: string
}

/** The enrollment of a token, with its workspace and plan. */
export async function findByAccessToken(reader: Reader, access_token: string) {
  const [found] = await preparedRows(
    reader,
    'enrollments.by_access_token',
    ({ tables: { enrollments } }) => ({ id: enrollments.id, workspace_id: enrollments.workspace_id }),
    ({ db, tables: { enrollments } }, columns) =>
      db
        .select(columns)
        .from(enrollments)
        .where(
          or(
            eq(enrollments.token_hash, sql.placeholder('token_hash')),
            // Stored in plain text by an earlier release; an encrypted token is found only by its hash.
            and(eq(enrollments.token_hash, sql.placeholder('access_token')), isNull(enrollments.sealed_token)),
          ),
        ),
    { access_token, token_hash: hashToken(access_token) },
  )
  const workspace = found && (await findWorkspace(reader, found.workspace_id))
  return workspace && { ...found, plan: workspace.plan }
}

/** Stores the answers of a form; a later submission replaces them. */
export async function storeAnswers(tx: Tx, key: Place, answers: Record<string, unknown>, at: string): Promise<void> {
  const { form_submissions: submissions } = tx.tables
  await tx.db
    .insert(submissions)
    .values({ ...key, answers, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: [submissions.workspace_id, submissions.enrollment_id, submissions.step_id],
      set: { answers, updated_at: at },
    })
}

/** Submitted answers by step. */
export async function answersOf(reader: Reader, workspace_id: string, enrollment_id: string) {
  const rows = await preparedRows(
    reader,
    'form_submissions.of_enrollment',
    ({ tables: { form_submissions: submissions } }) => ({ step_id: submissions.step_id, answers: submissions.answers }),
    ({ db, tables: { form_submissions: submissions } }, columns) =>
      db.select(columns).from(submissions).where(ofEnrollment(submissions)),
    { workspace_id, enrollment_id },
  )
  return Object.fromEntries(rows.map(({ step_id, answers }) => [step_id, answers]))
}

/** Drafts by step. */
export async function draftsOf(reader: Reader, workspace_id: string, enrollment_id: string) {
  const rows = await preparedRows(
    reader,
    'step_drafts.of_enrollment',
    ({ tables: { step_drafts: drafts } }) => ({ step_id: drafts.step_id, content: drafts.content }),
    ({ db, tables: { step_drafts: drafts } }, columns) => db.select(columns).from(drafts).where(ofEnrollment(drafts)),
    { workspace_id, enrollment_id },
  )
  const ofSteps = rows.filter(({ content: { text } }) => text === undefined)
  return Object.fromEntries(ofSteps.map(({ step_id, content }) => [step_id, content]))
}

function ofEnrollment(table: Tables['form_submissions' | 'step_drafts']) {
  return and(
    eq(table.workspace_id, sql.placeholder('workspace_id')),
    eq(table.enrollment_id, sql.placeholder('enrollment_id')),
  )
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
