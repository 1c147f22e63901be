import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters } from '../../workspace/link.tsx'
import { useCan, useWorkspace } from '../../workspace/workspace.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'
import { AttentionCard } from './attention.tsx'
import { EffortChart } from './effort-chart.tsx'
import { Figures } from './figures.tsx'
import { Around } from './first/around.tsx'
import { FirstSteps } from './first/first-steps.tsx'
import { useFirstStepsHidden } from './first/hidden.ts'
import { WeeksChart } from './weeks-chart.tsx'
import './overview.css'

/** In weeks. */
const PERIODS = [4, 12, 26, 52] as const

/** The overview: records that need attention, and figures. Until the first contact has finished, it shows the first steps. */
export function OverviewPage() {
  const { t } = useI18n()
  const [{ weeks = '12' }, change] = useFilters()
  const chosen = PERIODS.find((one) => String(one) === weeks) ?? 12
  // Without what is so at first, as the navigation asks it.
  const query = useOperation('getOverview', chosen === 12 ? {} : { weeks: chosen }, { every: 60_000, keep: true })
  const mayEnroll = useCan('enrollments:write')
  const { account } = useWorkspace()
  const [isHidden] = useFirstStepsHidden()
  const isNew = query.data?.data.enrollments === 0 && !isHidden
  const [enrolling, setEnrolling] = useState(false)
  return (
    <>
      <div className="head of-list">
        {isNew ? (
          <div>
            <h1 className="unseen">{t('nav.overview')}</h1>
            <p className="welcome">{t('first.welcome', { name: account.name.split(' ')[0] ?? '' })}</p>
            <p className="soft">{t('first.lead')}</p>
          </div>
        ) : (
          <h1>{t('nav.overview')}</h1>
        )}
        <div className="acts">
          {(query.data?.data.enrollments ?? 0) > 0 && (
            <select
              className="input"
              aria-label={t('analytics.period')}
              value={chosen}
              onChange={({ target: { value } }) => change({ weeks: value === '12' ? undefined : value })}
            >
              {PERIODS.map((count) => (
                <option key={count} value={count}>
                  {t('overview.last_weeks', { count })}
                </option>
              ))}
            </select>
          )}
          {/* Before that, the first steps lead there. */}
          {mayEnroll && !isNew && (
            <Button look="main" onClick={() => setEnrolling(true)}>
              <Plus className="icon" aria-hidden />
              {t('enroll.button')}
            </Button>
          )}
        </div>
      </div>
      <QueryView query={query}>{({ data }) => <Shown overview={data} />}</QueryView>
      {enrolling && <EnrollDialog onClose={() => setEnrolling(false)} />}
    </>
  )
}

function Shown({ overview }: { overview: Data<'getOverview'> }) {
  const { t } = useI18n()
  const [isHidden] = useFirstStepsHidden()
  if (overview.enrollments === 0 && !isHidden)
    return (
      <div className="cols first-cols">
        <FirstSteps overview={overview} />
        <Around />
      </div>
    )
  return (
    <>
      {overview.ever_completed === 0 && !isHidden && <FirstSteps overview={overview} />}
      <Figures overview={overview} />
      <div className="cols overview-cols">
        <AttentionCard />
        <div className="stack">
          <WeeksChart weeks={overview.weeks} time_zone={overview.time_zone} />
          <EffortChart effort={overview.effort} more={<Link to="/analytics">{t('overview.read_comments')}</Link>} />
        </div>
      </div>
    </>
  )
}
