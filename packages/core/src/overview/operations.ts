import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { countUndelivered, MAX_UNDELIVERED } from '../emails/store.ts'
import { existing } from '../errors.ts'
import { OutputId, recordOf, Timestamp } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { countOf } from '../records/counters.ts'
import { COUNTS_TO } from '../records/lists/limits.ts'
import { withCommas } from '../records/text.ts'
import type { Reader } from '../storage/database.ts'
import { later } from '../times.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { attentionOf } from './attention.ts'
import { ATTENTION_KINDS, MAX_ATTENTION } from './contract.ts'
import {
  completionsWithin,
  countEnded,
  countWithin,
  effortOf,
  isWithin,
  medianDays,
  SAMPLE,
  weeksUntil,
} from './figures.ts'
import { stalledOf } from './stalled.ts'

const Count = z.int().min(0)

const Overview = z.object({
  contacts: Count,
  guides: Count.describe('In every status'),
  published_guides: Count,
  enrollments: Count,
  invited: Count,
  in_progress: Count,
  stalled: Count.describe('In progress, without activity for the number of days set in the guide'),
  ever_completed: Count,
  undelivered_emails: Count.max(MAX_UNDELIVERED).describe(
    'The newest messages of contacts; older ones are not counted',
  ),
  completed: Count.describe('Within the requested weeks'),
  completed_before: Count.describe('Within the same number of weeks before'),
  sampled: Count.max(SAMPLE).describe('Completions behind `median_days` and `effort`: the newest of `completed`'),
  median_days: z.number().nullable().describe(`Time from start to completion, of the newest ${SAMPLE}`),
  median_days_before: z.number().nullable(),
  effort: z.object({
    answers: Count,
    average: z.number().nullable(),
    distribution: z.array(Count).describe('Number of answers for each score from 1 to 7'),
  }),
  time_zone: z.string().describe('Time zone of the workspace, in which weeks begin on Monday'),
  weeks: z.array(
    z.object({
      starts_at: Timestamp.describe('Monday at midnight in `time_zone`'),
      started: Count,
      completed: Count,
      on_their_way: Count.describe(
        'In progress at the end of the week, or now; without enrollments that a member ended early',
      ),
      median_days: z.number().nullable().describe('Of the enrollments in the sample that were completed in that week'),
      effort: z.number().nullable(),
    }),
  ),
})

export const getOverview = operation({
  name: 'get_overview',
  summary: 'Get the overview of onboarding: enrollments by status, completions by week, durations and scores',
  description: `Counts by week, and of stalled enrollments, are capped at ${withCommas(COUNTS_TO)}.`,
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ weeks: z.int().min(1).max(52).default(12) }),
  output: recordOf(Overview),
  run: ({ caller: { workspace_id }, store: { read }, now }, { weeks: asked }) =>
    read(async (reader) => {
      const at = now()
      const { time_zone } = existing(await findWorkspace(reader, workspace_id))
      const spans = weeksUntil(at, asked, time_zone)
      const [first, last] = [spans[0]?.from ?? at, spans.at(-1)?.until ?? at]
      const within = { from: first, until: last }
      const before = { from: later(first, Date.parse(first) - Date.parse(last)), until: first }
      const completions = await completionsWithin(reader, workspace_id, within)
      const totals = await totalsOf(reader, workspace_id)
      const weeks: z.infer<typeof Overview>['weeks'] = []
      let on_their_way = totals.in_progress
      // Computed backwards from the current number.
      for (const span of spans.toReversed()) {
        const own = completions.filter(({ completed_at }) => isWithin(completed_at, span))
        const started = await countWithin(reader, workspace_id, 'started_at', span)
        const completed = await countWithin(reader, workspace_id, 'completed_at', span)
        const [median_days, effort] = [medianDays(own), effortOf(own).average]
        weeks.unshift({ starts_at: span.from, started, completed, on_their_way, median_days, effort })
        const expired = await countEnded(reader, workspace_id, 'expired', span)
        const unstarted = await countEnded(reader, workspace_id, 'completed_unstarted', span)
        on_their_way = Math.max(0, on_their_way - started + completed - unstarted + expired)
        // Yields between weeks, so that other work is not blocked.
        await nextTurn()
      }
      return {
        data: {
          ...totals,
          stalled: await countStalled(reader, workspace_id, at),
          undelivered_emails: await countUndelivered(reader, workspace_id),
          completed: weeks.reduce((sum, week) => sum + week.completed, 0),
          completed_before: await countWithin(reader, workspace_id, 'completed_at', before),
          sampled: completions.length,
          median_days: medianDays(completions),
          median_days_before: medianDays(await completionsWithin(reader, workspace_id, before)),
          effort: effortOf(completions),
          time_zone,
          weeks,
        },
      }
    }),
})

async function totalsOf(reader: Reader, workspace_id: string) {
  const { guides } = reader.tables
  const enrolled = (status?: string) => countOf(reader, workspace_id, 'enrollments', { status })
  const own = eq(guides.workspace_id, workspace_id)
  const [written] = await reader.db.select({ total: count() }).from(guides).where(own)
  const [published] = await reader.db
    .select({ total: count() })
    .from(guides)
    .where(and(own, eq(guides.status, 'published')))
  return {
    contacts: await countOf(reader, workspace_id, 'contacts'),
    guides: written?.total ?? 0,
    published_guides: published?.total ?? 0,
    enrollments: await enrolled(),
    invited: await enrolled('invited'),
    in_progress: await enrolled('in_progress'),
    ever_completed: await enrolled('completed'),
  }
}

/** The number of stalled enrollments, among those with the oldest activity. */
async function countStalled(reader: Reader, workspace_id: string, now: string) {
  const { enrollments } = reader.tables
  const { walk, where } = await stalledOf(reader, workspace_id, now)
  const quiet = reader.db
    .select({ guide_id: enrollments.guide_id, last_activity_at: enrollments.last_activity_at })
    .from(enrollments)
    .where(and(eq(enrollments.workspace_id, workspace_id), walk))
    .orderBy(asc(enrollments.last_activity_at))
    .limit(COUNTS_TO)
    .as('quiet')
  const [stalled] = await reader.db.select({ total: count() }).from(quiet).where(where(quiet))
  return stalled?.total ?? 0
}

const Attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** ID of the enrollment, or of the endpoint for `webhook`. */
  id: OutputId,
  name: z.string().describe('Name of the contact or the endpoint; the host for an endpoint without a name'),
  organisation: z.string().nullable(),
  guide: z.string().nullable(),
  step: z.string().nullable().describe('The next step of a contact who is stuck'),
  progress_percentage: z.number().nullable(),
  at: Timestamp.describe('When it began, or when the enrollment expires'),
  mail: z.enum(['failed', 'kept']).nullable().describe('Of mail: whether it failed, or was kept without a mail server'),
})

export const listAttention = operation({
  name: 'list_attention',
  summary: 'List items that need attention: stuck contacts, open questions, enrollments about to expire, failures',
  description: `With the total of each kind, counted up to ${withCommas(COUNTS_TO)}; that of mail among the newest 1,000 that failed, and as many that were kept.`,
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    kind: z.enum(ATTENTION_KINDS).optional().describe('Only items of this kind; the totals are of all kinds'),
    limit: z.int().min(1).max(MAX_ATTENTION).default(20).describe('The most items of each kind'),
  }),
  output: z.object({ data: z.array(Attention), counts: z.record(z.enum(ATTENTION_KINDS), Count) }),
  run: (context, asked) => context.store.read((reader) => attentionOf(reader, context, asked)),
})
