import { ChartColumn } from 'lucide-react'
import { useFilters } from '../app/link.tsx'
import { useAnswer } from '../door/hooks.ts'
import { EffortChart } from '../overview/effort-chart.tsx'
import { Answered, Empty } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import type { Analytics } from './answer.ts'
import { Comments } from './comments.tsx'
import { AnalyticsFilters, PERIODS } from './filters.tsx'
import { Funnel } from './funnel.tsx'
import { Months } from './months.tsx'
import '../overview/overview.css'
import './analytics.css'

/** How a guide does. */
export function AnalyticsPage() {
  const { say } = useWords()
  const guides = useAnswer('listAllGuides', { per_page: 100 })
  return (
    <>
      <div className="head">
        <h1>{say('place.analytics')}</h1>
      </div>
      <Answered query={guides}>
        {({ data }) => {
          const shown = data.filter(({ status }) => status !== 'draft')
          const [first] = shown
          if (!first)
            return (
              <div className="card">
                <Empty icon={ChartColumn} title={say('analytics.none')}>
                  {say('analytics.none_text')}
                </Empty>
              </div>
            )
          return <OfGuide guides={shown} first={first.id} />
        }}
      </Answered>
    </>
  )
}

interface OfGuideProps {
  guides: readonly { id: string; title: string }[]
  first: string
}

function OfGuide({ guides, first }: OfGuideProps) {
  const [filters] = useFilters()
  const { guide = first, period = '180', organisation, assignee, version } = filters
  const days = PERIODS.find((one) => one === period) ?? '180'
  const query = useAnswer(
    'getGuideAnalytics',
    {
      id: guide,
      ...(days !== 'all' && { from: dayBefore(Number(days)) }),
      ...(organisation && { organisation_id: organisation }),
      ...(assignee && { assignee_id: assignee }),
      ...(version && { version_id: version }),
    },
    { keep: true },
  )
  return (
    <>
      <AnalyticsFilters
        guides={guides}
        guide={guide}
        versions={query.data?.data.versions ?? []}
        data={query.data?.data}
      />
      <Answered query={query}>{({ data }) => <Shown data={data} />}</Answered>
    </>
  )
}

/** The beginning of a day, so that the same question has the same answer all day long. */
function dayBefore(days: number): string {
  return new Date(Math.floor(Date.now() / 86_400_000 - days) * 86_400_000).toISOString()
}

function Shown({ data }: { data: Analytics }) {
  const { say, number } = useWords()
  if (data.enrolled === 0)
    return (
      <div className="card">
        <Empty icon={ChartColumn} title={say('analytics.nobody')}>
          {say('analytics.nobody_text')}
        </Empty>
      </div>
    )
  return (
    <>
      <Figures data={data} />
      {data.total > data.enrolled && (
        <p className="soft">
          {say('analytics.newest_of', { number: number(data.enrolled), total: number(data.total) })}
        </p>
      )}
      <div className="cols analytics-cols">
        <div className="stack">
          <Funnel data={data} />
          <Months months={data.months} />
        </div>
        <div className="stack">
          <EffortChart effort={data.effort} />
          <Comments comments={data.comments} />
        </div>
      </div>
    </>
  )
}

function Figures({ data }: { data: Analytics }) {
  const { say, number, percent } = useWords()
  const { enrolled, started, completed, median_days, effort } = data
  const figures = [
    [say('analytics.enrolled'), number(enrolled), say('analytics.started', { count: started })],
    [
      say('analytics.completed'),
      number(completed),
      started === 0 ? '' : say('analytics.of_started', { percent: percent(Math.round((completed / started) * 100)) }),
    ],
    [say('analytics.median_days'), median_days === null ? '–' : number(median_days), ''],
    [
      say('analytics.effort'),
      effort.average === null ? '–' : number(effort.average),
      say('analytics.answers', { count: effort.answers }),
    ],
  ]
  return (
    <dl className="card figs">
      {figures.map(([name, value, beside]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span className="soft">{beside}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
