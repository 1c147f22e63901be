import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { countHealths } from '../customers/counts.ts'
import type { Health } from '../enrollments/contract.ts'
import { enrollmentList } from '../enrollments/list.ts'
import { withNames } from '../enrollments/names/names.ts'
import type { NextStep } from '../enrollments/next-steps/next-step.ts'
import { nextStepsOf } from '../enrollments/next-steps/next-steps.ts'
import { stepFactsOf } from '../enrollments/plan/step-facts.ts'
import { OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'
import { deprecatedField } from '../fields/reference.ts'
import { TEAM } from '../guides/responsible.ts'
import { organisationNames } from '../organisations/store.ts'
import { attentionOf } from '../overview/attention.ts'
import { memberNames } from '../people/members/assignee.ts'
import { listRecords } from '../records/lists/lists.ts'
import type { Reader } from '../storage/database.ts'
import { DAY_MS, dayIn } from '../times.ts'
import { lastQuestions } from '../work/kinds/questions.ts'
import { countReviews, reviews } from '../work/kinds/reviews.ts'
import { RENAMED } from './renamed.ts'
import { Said, saidByCustomer } from './said.ts'

/** Why somebody needs attention, the most urgent first. */
export const WAITING_KINDS = [
  'question',
  'review',
  'late',
  'link_request',
  'at_risk',
  'expiring',
  'stalled',
  'not_started',
] as const
type WaitingKind = (typeof WAITING_KINDS)[number]

const QUOTED = 300

export const Waiting = z
  .object({
    enrollment_id: OutputId.meta({ reference: 'The enrollment that needs attention.' }),
    contact_name: z.string().meta({ reference: 'First and last name of the primary contact.' }),
    organisation_name: z.string().nullable().meta({ reference: 'Organisation of that contact; `null` without one.' }),
    guide_title: z.string().meta({ reference: 'Title of the guide, in the version of the enrollment.' }),
    reasons: z
      .array(
        z.object({
          kind: z.enum(WAITING_KINDS).meta({ reference: 'What needs attention, for programs.' }),
          reason: z.string().meta({ reference: 'The reason in a sentence.' }),
          since: Timestamp.nullable().meta({ reference: 'Since when it holds; `null` if that is not known.' }),
          days: z
            .int()
            .nullable()
            .describe('Whole days since then')
            .meta({ reference: 'Whole days since then; absent if it is not known.' }),
        }),
      )
      .meta({ reference: 'All reasons, the most urgent first.' }),
    question: Said.optional()
      .describe('The last question without an answer')
      .meta({ reference: 'The last message of the customer without an answer; absent if there is none.' }),
    progress_percentage: z.number().meta({ reference: 'Share of the counted steps that are done, from 0 to 100.' }),
    next_step: z
      .object({
        id: OutputId.nullable()
          .describe('null for a review, and for a section to open')
          .meta({ reference: 'The step; `null` for a review, and for a section to open.' }),
        title: z.string().meta({ reference: 'Title of the step or section.' }),
        due_on: z.string().nullable().meta({ reference: 'Date of the step; `null` for none.' }),
        by_team: z.boolean().meta({ reference: 'Whether the team has it, and not the customer.' }),
        is_ours: deprecatedField(z.boolean().describe('Whether the team has it'), { since: RENAMED, use: 'by_team' }),
        person_name: z
          .string()
          .nullable()
          .meta({ reference: 'Name of the person who has it, or of the role; `null` if nobody is named.' }),
        who: deprecatedField(z.string().nullable(), { since: RENAMED, use: 'person_name' }),
      })
      .nullable()
      .meta({ reference: 'What is to be done next; `null` if nothing is.' }),
    assignee_name: z
      .string()
      .nullable()
      .describe('The member who looks after it')
      .meta({ reference: 'Name of the member who looks after it; `null` for nobody.' }),
    url: OutputUrl.describe('Its page in the console').meta({ reference: 'Page of the enrollment in the console.' }),
  })
  .meta({ id: 'Waiting', reference: 'An enrollment that needs attention, with the reasons.' })

type Counts = Record<WaitingKind, number>

interface Reason {
  kind: WaitingKind
  enrollment_id: string
  since: string | null
}

/** The enrollments that need attention, each once with all its reasons, and how many there are for each reason. */
export async function waitingOf(
  context: Context,
  { kinds, limit }: { kinds: readonly WaitingKind[]; limit: number },
): Promise<{ data: z.input<typeof Waiting>[]; counts: Counts }> {
  const { reasons, counts } = await reasonsOf(context, kinds, limit)
  const ids = [...new Set(reasons.map(({ enrollment_id }) => enrollment_id))].slice(0, limit)
  return { data: await shown(context, ids, reasons), counts }
}

async function reasonsOf(context: Context, kinds: readonly WaitingKind[], limit: number) {
  const { workspace_id } = context.caller
  const { attention, sent, total, healths } = await context.store.read(async (reader) => {
    const asked = { workspace_id, whose: 'everybody' as const, today: dayIn('UTC', context.now()) }
    return {
      attention: await attentionOf(reader, context, { limit }),
      sent: await reviews.next(reader, asked, { after: undefined, limit }),
      total: await countReviews(reader, asked),
      healths: await countHealths(reader, workspace_id),
    }
  })
  const found: Reason[] = [
    ...attention.data.flatMap(({ kind, id, at }) => (isWaiting(kind) ? [{ kind, enrollment_id: id, since: at }] : [])),
    ...sent.map(({ enrollment_id, at }) => ({ kind: 'review' as const, enrollment_id, since: at })),
    ...(await withHealth(context, 'late', limit)),
    ...(await withHealth(context, 'at_risk', limit)),
  ]
  const { question, link_request, expiring, stalled, not_started } = attention.counts
  const counts = { question, review: total, ...healths, link_request, expiring, stalled, not_started }
  const rank = (kind: WaitingKind) => WAITING_KINDS.indexOf(kind)
  return {
    reasons: found.filter(({ kind }) => kinds.includes(kind)).toSorted((a, b) => rank(a.kind) - rank(b.kind)),
    counts,
  }
}

function isWaiting(kind: string): kind is WaitingKind {
  return (WAITING_KINDS as readonly string[]).includes(kind)
}

async function withHealth(context: Context, health: Health & WaitingKind, limit: number): Promise<Reason[]> {
  const sort = { by: 'target_date', order: 'asc' } as const
  const { data } = await listRecords(context, enrollmentList, { filters: { health }, sort, per_page: limit })
  return data.map(({ id }) => ({ kind: health, enrollment_id: id, since: null }))
}

async function shown(context: Context, ids: readonly string[], reasons: readonly Reason[]) {
  const { workspace_id } = context.caller
  const now = context.now()
  return context.store.read(async (reader) => {
    const rows = await rowsOf(reader, workspace_id, ids)
    const listed = await withNames(reader, { workspace_id, listed: rows, now })
    const facts = await stepFactsOf(reader, workspace_id, rows)
    const steps = await nextStepsOf(reader, { workspace_id, listed, now, facts })
    const names = await namesOf(reader, workspace_id, rows)
    const asked = reasons.filter(({ kind }) => kind === 'question').map(({ enrollment_id }) => enrollment_id)
    const questions = await lastQuestions(reader, workspace_id, asked)
    const byId = new Map(listed.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = byId.get(id)
      if (!row) return []
      const question = questions.get(id)
      const next = steps.get(id)
      return [
        {
          enrollment_id: id,
          contact_name: row.contact_name,
          organisation_name: names.get(row.organisation_id ?? '') ?? null,
          guide_title: row.guide_title,
          reasons: reasons
            .filter(({ enrollment_id }) => enrollment_id === id)
            .map(({ kind, since }) => ({
              ...{ kind, since },
              reason: (HEALTHS.has(kind) && row.health_reason?.message) || SENTENCES[kind],
              days: since === null ? null : Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / DAY_MS)),
            })),
          ...(question && { question: saidByCustomer(question.body, QUOTED) }),
          progress_percentage: row.progress_percentage,
          next_step: next ? nextOf(next) : null,
          assignee_name: names.get(row.assignee_id ?? '') ?? null,
          url: `${context.settings.publicUrl}/w/${workspace_id}/enrollments/${id}`,
        },
      ]
    })
  })
}

/** The health of an enrollment has a reason of its own. */
const HEALTHS: ReadonlySet<WaitingKind> = new Set(['late', 'at_risk'])

const SENTENCES: Record<WaitingKind, string> = {
  question: 'Asked something, and nobody has answered.',
  review: 'Sent something to be reviewed.',
  late: 'A step or the target is past its date.',
  link_request: 'The link has expired, and a new one was asked for.',
  at_risk: 'The target may not be met.',
  expiring: 'The link expires within three days.',
  stalled: 'Has done nothing for the days set in the guide.',
  not_started: 'Was invited a week ago and has not started.',
}

function nextOf({ kind, step_id, title, due_on, responsible, person_name, role_name }: NextStep) {
  const by_team = responsible === TEAM
  const who = person_name ?? role_name ?? (by_team ? 'our team' : null)
  return { id: kind === 'step' ? step_id : null, title, due_on, by_team, is_ours: by_team, person_name: who, who }
}

function rowsOf({ db, tables: { enrollments } }: Reader, workspace_id: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.workspace_id, workspace_id), inArray(enrollments.id, [...ids])))
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** The names of members and organisations by id. */
async function namesOf(reader: Reader, workspace_id: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const members = [...new Set(rows.flatMap(({ assignee_id }) => assignee_id ?? []))]
  const organisations = [...new Set(rows.flatMap(({ organisation_id }) => organisation_id ?? []))]
  const named = [
    ...(await memberNames(reader, workspace_id, members)),
    ...(await organisationNames(reader, workspace_id, organisations)),
  ]
  return new Map(named.map(({ id, name }) => [id, name]))
}
