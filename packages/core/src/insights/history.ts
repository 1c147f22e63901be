import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { latestApprovals } from '../enrollments/approvals/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { completedSteps } from '../enrollments/store.ts'
import { Timestamp } from '../fields/fields.ts'
import { deprecatedField } from '../fields/reference.ts'
import { filesOf } from '../files/store.ts'
import { findVersion } from '../guides/store.ts'
import { answersOf } from '../player/store.ts'
import type { Reader } from '../storage/database.ts'
import { RENAMED } from './renamed.ts'
import { Said, saidByCustomer } from './said.ts'

const QUOTED = 600

export const Happened = z
  .object({
    at: Timestamp.meta({ reference: 'When it happened.' }),
    what: z
      .enum([
        'enrolled',
        'started',
        'step_done',
        'question',
        'stuck',
        'answer',
        'submitted',
        'accepted',
        'changes_requested',
        'approved',
        'approval_refused',
        'file',
        'mail',
        'completed',
        'scored',
      ])
      .meta({ reference: 'What happened, for programs.' }),
    step: z
      .string()
      .optional()
      .describe('Title of the step')
      .meta({ reference: 'Title of the step in which it happened.' }),
    person_name: z
      .string()
      .optional()
      .meta({ reference: 'Name of the person who did it, as known at that time; absent where nobody did.' }),
    who: deprecatedField(z.string().optional(), { since: RENAMED, use: 'person_name' }),
    said: Said.optional().meta({ reference: 'What a customer wrote.' }),
    answers: z
      .array(
        z.object({
          question: z.string().meta({ reference: 'Label of the field.' }),
          answer: Said.meta({ reference: 'What the customer answered.' }),
        }),
      )
      .optional()
      .meta({ reference: 'Answers of a form that was sent.' }),
    text: z
      .string()
      .optional()
      .describe('What a member wrote, the kind of a mail, or the score')
      .meta({ reference: 'What a member wrote, the kind of a mail, or the score.' }),
  })
  .meta({ id: 'Happened', reference: 'Something that happened in an enrollment.' })

/** Without its former names, which the answer has in addition. */
type Happened = Omit<z.input<typeof Happened>, 'who'>

/** Everything that happened in an enrollment, oldest first. */
export async function historyOf(reader: Reader, enrollment: EnrollmentRow): Promise<Happened[]> {
  const { workspace_id, id: enrollment_id } = enrollment
  const version = await findVersion(reader, workspace_id, enrollment.guide_version_id)
  const steps = new Map((version?.sections ?? []).flatMap((section) => section.steps.map((step) => [step.id, step])))
  const titled = (step_id: string | null) => {
    const title = steps.get(step_id ?? '')?.title
    return title === undefined ? {} : { step: title }
  }
  const happened: Happened[] = [
    { at: enrollment.created_at, what: 'enrolled' },
    ...marked(enrollment.started_at, 'started'),
    ...marked(enrollment.completed_at, 'completed'),
    ...scored(enrollment),
  ]
  const answers = await answersOf(reader, workspace_id, enrollment_id)
  for (const { step_id, completed_at } of await completedSteps(reader, workspace_id, enrollment_id)) {
    const fields = (steps.get(step_id)?.content.fields ?? []) as { name: string; label: string }[]
    const given = answered(fields, answers[step_id] ?? {})
    happened.push({
      at: completed_at,
      what: 'step_done',
      ...titled(step_id),
      ...(given.length > 0 && { answers: given }),
    })
  }
  for (const { kind, step_id, author_name, body, created_at } of await messagesOf(
    reader,
    workspace_id,
    enrollment_id,
  )) {
    const words = kind === 'answer' ? { text: body.slice(0, QUOTED) } : { said: saidByCustomer(body, QUOTED) }
    happened.push({ at: created_at, what: kind, person_name: author_name, ...titled(step_id), ...words })
  }
  for (const { step_id, name, created_at } of await filesOf(reader, { workspace_id, enrollment_id }))
    happened.push({ at: created_at, what: 'file', ...titled(step_id), said: saidByCustomer(name, QUOTED) })
  for (const row of await submissionsOf(reader, workspace_id, enrollment_id)) {
    happened.push({ at: row.submitted_at, what: 'submitted', ...titled(row.step_id) })
    if (row.decided_at !== null && row.status !== 'submitted')
      happened.push({
        ...{ at: row.decided_at, what: row.status, ...titled(row.step_id) },
        ...(row.decided_by_name !== null && { person_name: row.decided_by_name }),
        ...(row.note !== '' && { text: row.note.slice(0, QUOTED) }),
      })
  }
  for (const row of (await latestApprovals(reader, { workspace_id, enrollment_id })).values())
    happened.push({
      at: row.created_at,
      what: row.decision === 'approved' ? 'approved' : 'approval_refused',
      ...titled(row.step_id),
      ...(row.note !== '' && { said: saidByCustomer(row.note, QUOTED) }),
    })
  for (const { kind, created_at } of await mailsOf(reader, workspace_id, enrollment_id))
    happened.push({ at: created_at, what: 'mail', text: kind })
  return happened.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function marked(at: string | null, what: 'started' | 'completed'): Happened[] {
  return at === null ? [] : [{ at, what }]
}

function scored({ ces_score, ces_comment, completed_at, updated_at }: EnrollmentRow): Happened[] {
  if (ces_score === null && !ces_comment) return []
  const text = ces_score === null ? {} : { text: `${ces_score} of 7` }
  return [
    {
      at: completed_at ?? updated_at,
      what: 'scored',
      ...text,
      ...(ces_comment && { said: saidByCustomer(ces_comment, QUOTED) }),
    },
  ]
}

function answered(fields: readonly { name: string; label: string }[], answers: Record<string, unknown>) {
  return fields.flatMap(({ name, label }) => {
    const answer = answers[name]
    if (answer === undefined || answer === null || answer === '') return []
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return [{ question: label, answer: saidByCustomer(text, QUOTED) }]
  })
}

function messagesOf({ db, tables: { messages: t } }: Reader, workspace_id: string, enrollment_id: string) {
  return db
    .select({ kind: t.kind, step_id: t.step_id, author_name: t.author_name, body: t.body, created_at: t.created_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id)))
    .orderBy(asc(t.created_at), asc(t.id))
}

function submissionsOf({ db, tables: { submissions: t } }: Reader, workspace_id: string, enrollment_id: string) {
  return db
    .select({
      ...{ step_id: t.step_id, status: t.status, submitted_at: t.submitted_at },
      ...{ decided_at: t.decided_at, decided_by_name: t.decided_by_name, note: t.note },
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id)))
}

function mailsOf({ db, tables: { emails: t } }: Reader, workspace_id: string, enrollment_id: string) {
  return db
    .select({ kind: t.kind, created_at: t.created_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.status, 'sent')))
}
