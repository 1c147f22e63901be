import type { UseQueryResult } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { Output } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { EffortChart } from '../overview/effort-chart.tsx'
import { Figure } from '../overview/figure.tsx'
import type { Analytics } from './answer.ts'
import { Comments } from './comments.tsx'
import { AnalyticsFilters, PERIODS } from './filters.tsx'
import { Funnel } from './funnel.tsx'
import { Months } from './months.tsx'
import { OnTimeCard } from './on-time.tsx'
import { Waiting } from './waiting.tsx'
import '../overview/overview.css'
import './analytics.css'

/** The figures of a guide. Both queries start at once: without a guide in the address, the server chooses the first. */
export function AnalyticsPage() {
  const { t } = useI18n()
  const [{ guide, period = '180', organisation, assignee, version }] = useFilters()
  const guides = useOperation('listAllGuides', { per_page: 100 })
  const days = PERIODS.find((one) => one === period) ?? '180'
  const query = useOperation(
    'getGuideAnalytics',
    {
      ...(guide && { id: guide }),
      ...(days !== 'all' && { from: dayBefore(Number(days)) }),
      ...(organisation && { organisation_id: organisation }),
      ...(assignee && { assignee_id: assignee }),
      ...(version && { version_id: version }),
    },
    { keep: true },
  )
  return (
    <>
      <div className="head">
        <h1>{t('nav.analytics')}</h1>
      </div>
      <QueryView query={guides}>
        {({ data }) => {
          const shown = data.filter(({ status }) => status !== 'draft')
          return shown.length === 0 ? <NoGuide /> : <OfGuide guides={shown} query={query} />
        }}
      </QueryView>
    </>
  )
}

function NoGuide() {
  const { t } = useI18n()
  return (
    <div className="card">
      <Empty icon={ChartColumn} title={t('analytics.none')}>
        {t('analytics.none_text')}
      </Empty>
    </div>
  )
}

interface OfGuideProps {
  guides: readonly { id: string; title: string }[]
  query: UseQueryResult<Output<'getGuideAnalytics'>>
}

function OfGuide({ guides, query }: OfGuideProps) {
  const [{ guide }] = useFilters()
  const data = query.data?.data
  return (
    <>
      <AnalyticsFilters
        guides={guides}
        guide={guide ?? data?.guide_id ?? ''}
        versions={data?.versions ?? []}
        data={data}
      />
      <QueryView query={query}>{({ data: shown }) => <Shown data={shown} />}</QueryView>
    </>
  )
}

/** The beginning of a day, so that the same question has the same answer all day long. */
function dayBefore(days: number): string {
  return new Date(Math.floor(Date.now() / 86_400_000 - days) * 86_400_000).toISOString()
}

function Shown({ data }: { data: Analytics }) {
  const { t, number } = useI18n()
  if (data.enrolled === 0)
    return (
      <div className="card">
        <Empty icon={ChartColumn} title={t('analytics.nobody')}>
          {t('analytics.nobody_text')}
        </Empty>
      </div>
    )
  return (
    <>
      <Figures data={data} />
      {data.total > data.enrolled && (
        <p className="soft">{t('analytics.newest_of', { number: number(data.enrolled), total: number(data.total) })}</p>
      )}
      <div className="cols analytics-cols">
        <div className="stack">
          <Funnel data={data} />
          <Waiting waiting={data.waiting} />
          <Months months={data.months} time_zone={data.time_zone} />
        </div>
        <div className="stack">
          <OnTimeCard on_time={data.on_time} />
          <EffortChart effort={data.effort} />
          <Comments comments={data.comments} />
        </div>
      </div>
    </>
  )
}

function Figures({ data }: { data: Analytics }) {
  const { t, number, percent } = useI18n()
  const { enrolled, started, completed, median_days, effort, months } = data
  const share = started > 0 && percent(Math.round((completed / started) * 100))
  return (
    <dl className="card figs">
      <Figure name={t('analytics.enrolled')} value={number(enrolled)}>
        <span className="soft">{t('analytics.started', { count: started })}</span>
      </Figure>
      {/* The month that has begun has fewer than it will have. */}
      <Figure
        name={t('analytics.completed')}
        value={number(completed)}
        trend={months.slice(0, -1).map((month) => month.completed)}
      >
        {share && <span className="soft">{t('analytics.of_started', { percent: share })}</span>}
      </Figure>
      <Figure
        name={t('analytics.median_days')}
        value={median_days === null ? '–' : number(median_days)}
        trend={months.map((month) => month.median_days)}
      />
      <Figure
        name={t('analytics.effort')}
        value={effort.average === null ? '–' : number(effort.average)}
        trend={months.map((month) => month.effort)}
      >
        <span className="soft">{t('analytics.answers', { count: effort.answers })}</span>
      </Figure>
    </dl>
  )
}
