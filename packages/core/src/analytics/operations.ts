import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { existing } from '../errors.ts'
import { Id, InputTime, OutputId, RecordId, recordOf, Timestamp } from '../fields/fields.ts'
import { ANYONE } from '../guides/responsible.ts'
import { findGuide, findVersion } from '../guides/store.ts'
import { operation } from '../operation/operation.ts'
import { effortOf, medianDays } from '../overview/figures.ts'
import { COUNTS_TO } from '../records/lists/limits.ts'
import { withCommas } from '../records/text.ts'
import type { Reader } from '../storage/database.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { funnelOf } from './funnel.ts'
import { enrollmentsOnTime, OnTime, stepsOnTime } from './on-time.ts'
import { countMatching, newestOf, SAMPLE, type Sampled, type SampleQuery } from './sample.ts'
import { roleFigures } from './steps.ts'
import { monthsOf } from './trend.ts'

const Count = z.int().min(0)
const MAX_COMMENTS = 50
const MAX_VERSIONS = 50

const Analytics = z.object({
  guide_id: OutputId.nullable().describe(
    'The guide of these figures: the requested one, or the default; null if there is none',
  ),
  total: Count.describe(`Enrollments that match, counted up to ${withCommas(COUNTS_TO)}`),
  enrolled: Count.describe(`Enrollments in the sample: the newest ${SAMPLE}`),
  started: Count,
  completed: Count,
  median_days: z.number().nullable().describe('Time from start to completion'),
  effort: z.object({
    answers: Count,
    average: z.number().nullable(),
    distribution: z.array(Count).describe('Number of answers for each score from 1 to 7'),
  }),
  steps: z.array(
    z.object({
      id: OutputId,
      section: z.string(),
      title: z.string(),
      estimated_minutes: z.int().nullable(),
      finished: Count,
      median_seconds: z.int().nullable().describe('Time since the previous step, or since the start'),
    }),
  ),
  on_time: z
    .object({
      enrollments: OnTime.describe('Completed enrollments with a target'),
      steps: OnTime.describe('Completed steps with a due date'),
    })
    .describe('By the date that they have now'),
  waiting: z
    .array(
      z.object({
        responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
        role_name: z.string().nullable(),
        finished: Count.describe('Completed steps'),
        median_seconds: z.int().nullable().describe('As of a step'),
      }),
    )
    .describe('Who takes how long, the longest first; empty if the guide has neither roles nor steps of the team'),
  time_zone: z.string().describe('Time zone of the workspace, in which months begin'),
  months: z.array(
    z.object({
      starts_at: Timestamp.describe('The first of the month at midnight in `time_zone`'),
      enrolled: Count,
      completed: Count,
      median_days: z.number().nullable(),
      effort: z.number().nullable(),
    }),
  ),
  comments: z.array(
    z.object({
      enrollment_id: OutputId,
      contact_name: z.string(),
      score: z.int().nullable(),
      comment: z.string(),
      at: Timestamp,
    }),
  ),
  versions: z.array(z.object({ id: OutputId, published_at: Timestamp })).describe('Newest first'),
})

const NOTHING: z.infer<typeof Analytics> = {
  guide_id: null,
  total: 0,
  enrolled: 0,
  started: 0,
  completed: 0,
  median_days: null,
  effort: effortOf([]),
  steps: [],
  on_time: { enrollments: enrollmentsOnTime([], 'UTC'), steps: enrollmentsOnTime([], 'UTC') },
  waiting: [],
  time_zone: 'UTC',
  months: [],
  comments: [],
  versions: [],
}

export const getGuideAnalytics = operation({
  name: 'get_guide_analytics',
  summary: 'Get the analytics of a guide: where contacts stop, how long steps take, what is on time, how easy it was',
  description: `Covers the enrollments created in a period, at most the newest ${SAMPLE}.`,
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    id: RecordId.optional().describe('ID of the guide; defaults to the latest published guide'),
    from: InputTime.optional().describe('Enrolled at or after this time'),
    until: InputTime.optional().describe('Enrolled before this time'),
    organisation_id: Id.optional(),
    assignee_id: Id.optional(),
    version_id: Id.optional().describe('Only enrollments on this version of the guide'),
  }),
  output: recordOf(Analytics),
  run: ({ caller: { workspace_id }, store: { read } }, { id: named, ...filters }) =>
    read(async (reader) => {
      const id = named ?? (await newestGuide(reader, workspace_id))
      const { time_zone } = existing(await findWorkspace(reader, workspace_id))
      if (id === undefined) return { data: { ...NOTHING, time_zone } }
      const guide = existing(await findGuide(reader, workspace_id, id))
      const asked: SampleQuery = { workspace_id, guide_id: id, ...filters }
      const sampled: Sampled[] = await newestOf(reader, asked)
      const completed = sampled.filter(({ completed_at }) => completed_at !== null)
      const version_id = filters.version_id ?? guide.published_version_id ?? guide.draft_version_id ?? ''
      return {
        data: {
          guide_id: id,
          total: sampled.length < SAMPLE ? sampled.length : await countMatching(reader, asked),
          enrolled: sampled.length,
          started: sampled.filter(({ started_at }) => started_at !== null).length,
          completed: completed.length,
          median_days: medianDays(completed),
          effort: effortOf(sampled),
          steps: await funnelOf(reader, asked, version_id),
          on_time: {
            enrollments: enrollmentsOnTime(sampled, time_zone),
            steps: await stepsOnTime(reader, asked, time_zone),
          },
          waiting: await waitingOf(reader, asked, version_id),
          time_zone,
          months: monthsOf(sampled, time_zone),
          comments: await commentsOf(reader, workspace_id, sampled),
          versions: await versionsOf(reader, workspace_id, id),
        },
      }
    }),
})

/** The newest guide that is not a draft, which lists show first: figures and list can be requested together. */
async function newestGuide({ db, tables: { guides: t } }: Reader, workspace_id: string): Promise<string | undefined> {
  const [newest] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), ne(t.status, 'draft')))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(1)
  return newest?.id
}

/** How long the steps of each side and role take, where the guide tells them apart. */
async function waitingOf(reader: Reader, asked: SampleQuery, version_id: string) {
  const version = await findVersion(reader, asked.workspace_id, version_id)
  if (version?.guide_id !== asked.guide_id) return []
  const steps = version.sections.flatMap((section) => section.steps)
  const responsible = new Map(steps.map((step) => [step.id, step.responsible ?? ANYONE]))
  if ([...responsible.values()].every((one) => one === ANYONE)) return []
  const nameOf = new Map(version.roles.map(({ id, name }) => [id, name]))
  return [...(await roleFigures(reader, asked, responsible))]
    .map(([role, figures]) => ({ responsible: role, role_name: nameOf.get(role) ?? null, ...figures }))
    .toSorted((a, b) => (b.median_seconds ?? -1) - (a.median_seconds ?? -1))
}

/** The newest comments of contacts, with their names. */
async function commentsOf({ db, tables: { contacts } }: Reader, workspace_id: string, sampled: readonly Sampled[]) {
  const said = sampled.filter(({ ces_comment }) => ces_comment).slice(0, MAX_COMMENTS)
  if (said.length === 0) return []
  const ids = said.map(({ contact_id }) => contact_id)
  const people = await db
    .select({ id: contacts.id, first_name: contacts.first_name, last_name: contacts.last_name })
    .from(contacts)
    .where(and(eq(contacts.workspace_id, workspace_id), inArray(contacts.id, ids)))
  const names = new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]))
  return said.map(({ id, contact_id, ces_score, ces_comment, completed_at, created_at }) => ({
    enrollment_id: id,
    contact_name: names.get(contact_id) ?? '',
    score: ces_score,
    comment: ces_comment ?? '',
    at: completed_at ?? created_at,
  }))
}

async function versionsOf({ db, tables: { guide_versions: t } }: Reader, workspace_id: string, guide_id: string) {
  const rows = await db
    .select({ id: t.id, published_at: t.published_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), isNotNull(t.published_at)))
    .orderBy(desc(t.published_at))
    .limit(MAX_VERSIONS)
  return rows.map(({ id, published_at }) => ({ id, published_at: published_at ?? '' }))
}
