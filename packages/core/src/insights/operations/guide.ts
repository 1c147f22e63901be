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
  from: Timestamp.meta({ reference: 'Beginning of the period.' }),
  until: Timestamp.meta({ reference: 'End of the period.' }),
  enrolled: Count.meta({ reference: 'Enrollments created in the period.' }),
  started: Count.meta({ reference: 'How many of them somebody has begun.' }),
  completed: Count.meta({ reference: 'How many of them were completed.' }),
  median_days: z
    .number()
    .nullable()
    .describe('From start to completion')
    .meta({ reference: 'Median number of days from start to completion; `null` if none was completed.' }),
  effort: z
    .number()
    .nullable()
    .describe('Average score from 1 (hard) to 7 (easy)')
    .meta({ reference: 'Mean customer effort score, from 1 (hard) to 7 (easy); `null` without scores.' }),
  effort_answers: Count.meta({ reference: 'Number of scores given.' }),
  on_time: OnTime.meta({ reference: 'How the steps with a date went.' }),
})

const Insights = z
  .object({
    guide_id: OutputId.meta({ reference: 'The guide that the figures are about.' }),
    guide_title: z.string().meta({ reference: 'Title of the published version.' }),
    period: Figures.meta({ reference: 'Figures of the period that was asked for.' }),
    before: Figures.describe('The period of the same length before').meta({
      reference: 'Figures of the period of the same length before it.',
    }),
    steps: z
      .array(
        z.object({
          id: OutputId.meta({ reference: 'A step of the published version.' }),
          section: z.string().meta({ reference: 'Title of its section.' }),
          title: z.string().meta({ reference: 'Title of the step.' }),
          finished: Count.describe('Enrollments that finished the step'),
          lost: z.int().describe('Fewer than finished the step before, or started').meta({
            reference: 'How many fewer finished this step than the one before; for the first step, than started.',
          }),
          median_minutes: z
            .number()
            .nullable()
            .describe('Time spent on the step')
            .meta({ reference: 'Median time that people spent on the step; `null` if it is not known.' }),
        }),
      )
      .describe('The funnel, in the order of the guide'),
    stops_at: z
      .object({
        title: z.string().meta({ reference: 'Title of that step.' }),
        lost: Count.meta({ reference: 'Number of enrollments that got to the step and did not finish it.' }),
      })
      .nullable()
      .describe('The step at which the most people stop'),
  })
  .meta({ id: 'GuideInsights', reference: 'How a guide does in a period, against the period before.' })

type Figures = z.input<typeof Figures>

export const getGuideInsights = operation({
  name: 'get_guide_insights',
  summary:
    'Get how a guide does: who started and finished, where people stop, how long it takes, against the period before',
  description: `Covers the enrollments created in the period, at most the newest ${SAMPLE}; the last ${DEFAULT_DAYS} days by default.`,
  reference: `The figures cover the enrollments created in the period, at most the newest ${SAMPLE}. By default, the period is the last ${DEFAULT_DAYS} days.`,
  access: 'enrollments:read',
  scope: 'insights:read',
  does: ['reads'],
  route: 'GET /guides/:id/insights',
  status: 200,
  tool: { scope: 'insights:read', view: 'insights', guidance: 'What people wrote is in list_feedback.' },
  input: z.strictObject({
    id: RecordId,
    from: InputTime.optional().meta({
      reference:
        'Beginning of the period; 90 days before `until` by default. The period before it, of the same length, is compared.',
    }),
    until: InputTime.optional().describe('Now by default').meta({ reference: 'End of the period; now by default.' }),
    organisation_id: Id.optional()
      .describe('Only enrollments of its contacts')
      .meta({ reference: "Restricts the figures to enrollments of this organisation's contacts." }),
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
