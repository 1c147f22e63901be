import { z } from 'zod'
import { funnelOf } from '../../analytics/funnel.ts'
import { enrollmentsOnTime, OnTime } from '../../analytics/on-time.ts'
import { countMatching, newestOf, type SampleQuery } from '../../analytics/sample.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, InputTime, OutputId, RecordId, recordOf, Timestamp } from '../../fields/fields.ts'
import { findGuide } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import { effortOf, medianDays, SAMPLE } from '../../overview/figures.ts'
import type { Reader } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import { findWorkspace } from '../../workspaces/store.ts'

const DEFAULT_DAYS = 90

const Count = z.int().min(0)

const Figures = z.object({
  ...{ from: Timestamp, until: Timestamp },
  enrolled: Count,
  started: Count,
  completed: Count,
  median_days: z.number().nullable().describe('From start to completion'),
  effort: z.number().nullable().describe('Average score from 1 (hard) to 7 (easy)'),
  effort_answers: Count,
  on_time: OnTime,
})

const Insights = z
  .object({
    guide_id: OutputId,
    guide_title: z.string(),
    period: Figures,
    before: Figures.describe('The period of the same length before'),
    steps: z
      .array(
        z.object({
          id: OutputId,
          section: z.string(),
          title: z.string(),
          finished: Count.describe('Enrollments that finished the step'),
          lost: z.int().describe('Fewer than finished the step before, or started'),
          median_minutes: z.number().nullable().describe('Time spent on the step'),
        }),
      )
      .describe('The funnel, in the order of the guide'),
    stops_at: z
      .object({ title: z.string(), lost: Count })
      .nullable()
      .describe('The step at which the most people stop'),
  })
  .meta({ id: 'GuideInsights' })

type Figures = z.input<typeof Figures>

export const getGuideInsights = operation({
  name: 'get_guide_insights',
  summary:
    'Get how a guide does: who started and finished, where people stop, how long it takes, against the period before',
  description: `An extension. Covers the enrollments created in the period, at most the newest ${SAMPLE}; the last ${DEFAULT_DAYS} days by default.`,
  access: 'enrollments:read',
  scope: 'insights:read',
  route: 'GET /guides/:id/insights',
  status: 200,
  tool: { scope: 'insights:read', view: 'insights', guidance: 'What people wrote is in list_feedback.' },
  input: z.strictObject({
    id: RecordId,
    from: InputTime.optional(),
    until: InputTime.optional().describe('Now by default'),
    organisation_id: Id.optional().describe('Only enrollments of its contacts'),
  }),
  output: recordOf(Insights),
  run: ({ caller: { workspace_id }, now, store: { read } }, { id, organisation_id, ...given }) =>
    read(async (reader) => {
      const guide = existing(await findGuide(reader, workspace_id, id))
      const { time_zone } = existing(await findWorkspace(reader, workspace_id))
      const until = given.until ?? now()
      const from = given.from ?? later(until, -DEFAULT_DAYS * DAY_MS)
      if (from >= until) throw validationError({ from: fieldError('invalid', 'must be before until') })
      const asked = { workspace_id, guide_id: id, organisation_id }
      const earlier = { ...asked, from: later(from, Date.parse(from) - Date.parse(until)), until: from }
      const period = await figuresOf(reader, { ...asked, from, until }, time_zone)
      const version_id = guide.published_version_id ?? guide.draft_version_id ?? ''
      const steps = lossesOf(await funnelOf(reader, { ...asked, from, until }, version_id), period.started)
      const worst = steps.toSorted((a, b) => b.lost - a.lost)[0]
      return {
        data: {
          guide_id: id,
          guide_title: guide.title,
          period,
          before: await figuresOf(reader, earlier, time_zone),
          steps,
          stops_at: worst && worst.lost > 0 ? { title: worst.title, lost: worst.lost } : null,
        },
      }
    }),
})

type Period = SampleQuery & { from: string; until: string }

async function figuresOf(reader: Reader, asked: Period, time_zone: string): Promise<Figures> {
  const sampled = await newestOf(reader, asked)
  const completed = sampled.filter(({ completed_at }) => completed_at !== null)
  const { answers, average } = effortOf(sampled)
  return {
    ...{ from: asked.from, until: asked.until },
    enrolled: sampled.length < SAMPLE ? sampled.length : await countMatching(reader, asked),
    started: sampled.filter(({ started_at }) => started_at !== null).length,
    completed: completed.length,
    median_days: medianDays(completed),
    ...{ effort: average, effort_answers: answers },
    on_time: enrollmentsOnTime(sampled, time_zone),
  }
}

function lossesOf(steps: Awaited<ReturnType<typeof funnelOf>>, started: number) {
  return steps.map(({ id, section, title, finished, median_seconds }, at) => ({
    ...{ id, section, title, finished },
    lost: Math.max(0, (at === 0 ? started : (steps[at - 1]?.finished ?? 0)) - finished),
    median_minutes: median_seconds === null ? null : Math.round(median_seconds / 6) / 10,
  }))
}
