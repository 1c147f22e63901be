import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { PersonId } from '../enrollments/participants/person.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { upsertRow } from '../records/rows.ts'
import { hashToken } from '../secret/seal.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { StoredDraft } from '../storage/tables/enrollments.ts'
import type { Tables } from '../storage/tables/tables.ts'

interface Place {
  workspace_id: string
  enrollment_id: string
  step_id: string
}

/** The person of a link. */
export interface FoundPerson {
  /** The enrollment. */
  id: string
  workspace_id: string
  participant_id?: string
  /** Of the primary contact. */
  contact_id?: string
}

/** The enrollment of a token, with its workspace and plan, and the participant whose token it is, if any. */
export async function findByAccessToken(
  reader: Reader,
  access_token: string,
): Promise<(FoundPerson & { plan: string }) | undefined> {
  const [found] = await preparedRows(
    reader,
    'enrollments.by_access_token',
    ({ tables: { enrollments, workspaces } }) => ({
      id: enrollments.id,
      workspace_id: enrollments.workspace_id,
      contact_id: enrollments.contact_id,
      plan: workspaces.plan,
    }),
    ({ db, tables: { enrollments, workspaces } }, columns) =>
      db
        .select(columns)
        .from(enrollments)
        .innerJoin(workspaces, eq(workspaces.id, enrollments.workspace_id))
        .where(
          or(
            eq(enrollments.token_hash, sql.placeholder('token_hash')),
            // Stored in plain text by an earlier release; an encrypted token is found only by its hash.
            and(eq(enrollments.token_hash, sql.placeholder('access_token')), isNull(enrollments.sealed_token)),
          ),
        ),
    { access_token, token_hash: hashToken(access_token) },
  )
  return found ?? (await participantOf(reader, access_token))
}

/** The participant of a token, also a removed one, with the enrollment. */
async function participantOf(reader: Reader, access_token: string) {
  const [found] = await preparedRows(
    reader,
    'participants.by_access_token',
    ({ tables: { participants: t, workspaces } }) => ({
      id: t.enrollment_id,
      workspace_id: t.workspace_id,
      participant_id: t.id,
      plan: workspaces.plan,
    }),
    ({ db, tables: { participants: t, workspaces } }, columns) =>
      db
        .select(columns)
        .from(t)
        .innerJoin(workspaces, eq(workspaces.id, t.workspace_id))
        .where(eq(t.token_hash, sql.placeholder('token_hash'))),
    { token_hash: hashToken(access_token) },
  )
  return found
}

/** Stores the answers of a form; a later submission replaces them. */
export async function storeAnswers(
  tx: Tx,
  { participant_id, ...key }: Place & { participant_id: PersonId },
  answers: Record<string, unknown>,
  at: string,
): Promise<void> {
  const row = { ...key, participant_id, answers, created_at: at, updated_at: at }
  await upsertRow(tx, 'form_submissions', row, {
    key: ['workspace_id', 'enrollment_id', 'step_id'],
    updated: ['participant_id', 'answers', 'updated_at'],
  })
}

/** The answers of a form with who sent them last; undefined if it was not sent. */
export async function submissionAt(
  { db, tables: { form_submissions: t } }: Reader,
  { workspace_id, enrollment_id, step_id }: Place,
) {
  const [found] = await db
    .select({ answers: t.answers, participant_id: t.participant_id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.step_id, step_id)))
  return found
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

/** The drafts of a person by step: the ticks that all persons share, and what the person has typed. */
export async function draftsOfPerson(
  reader: Reader,
  { workspace_id, enrollment_id }: Omit<Place, 'step_id'>,
  person: PersonId,
): Promise<Record<string, StoredDraft>> {
  const shared = await draftsOf(reader, workspace_id, enrollment_id)
  if (person === null) return shared
  const ticks = Object.entries(shared).filter(([, draft]) => draft.ticks !== undefined)
  const own = await preparedRows(
    reader,
    'participant_drafts.of_participant',
    ({ tables: { participant_drafts: t } }) => ({ step_id: t.step_id, content: t.content }),
    ({ db, tables: { participant_drafts: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(and(ofEnrollment(t), eq(t.participant_id, sql.placeholder('participant_id')))),
    { workspace_id, enrollment_id, participant_id: person },
  )
  return Object.fromEntries([
    ...ticks,
    ...own.filter(isOfStep).map(({ step_id, content }) => [step_id, content] as const),
  ])
}

/** Drafts by step: ticks, and those of the primary contact. */
export async function draftsOf(reader: Reader, workspace_id: string, enrollment_id: string) {
  const rows = await preparedRows(
    reader,
    'step_drafts.of_enrollment',
    ({ tables: { step_drafts: drafts } }) => ({ step_id: drafts.step_id, content: drafts.content }),
    ({ db, tables: { step_drafts: drafts } }, columns) => db.select(columns).from(drafts).where(ofEnrollment(drafts)),
    { workspace_id, enrollment_id },
  )
  return Object.fromEntries(rows.filter(isOfStep).map(({ step_id, content }) => [step_id, content]))
}

const isOfStep = ({ content: { text } }: { content: StoredDraft }) => text === undefined

function ofEnrollment(table: Tables['form_submissions' | 'step_drafts' | 'participant_drafts']) {
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
