import type { Data } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Figure } from './figure.tsx'

/** The four figures of the overview, with their previous values. */
export function Figures({ overview }: { overview: Data<'getOverview'> }) {
  const { t, number } = useI18n()
  const { in_progress, stalled, completed, completed_before, median_days, median_days_before, effort } = overview
  const { weeks, sampled } = overview
  const sample = completed > sampled && (
    <span className="soft">{t('overview.newest', { number: number(sampled) })}</span>
  )
  const more = completed - completed_before
  const slower = median_days === null || median_days_before === null ? 0 : median_days - median_days_before
  const tenths = number(Math.round(Math.abs(slower) * 10) / 10)
  return (
    <dl className="card figs">
      <Figure
        name={t('overview.on_their_way')}
        value={number(in_progress)}
        trend={weeks.map((week) => week.on_their_way)}
      >
        {stalled > 0 && <span className="warn">{t('overview.stuck', { count: stalled })}</span>}
      </Figure>
      {/* The week that has begun has fewer than it will have. */}
      <Figure
        name={t('overview.completed')}
        value={number(completed)}
        trend={weeks.slice(0, -1).map((week) => week.completed)}
      >
        {more > 0 && <span className="good">{t('overview.more', { count: more })}</span>}
        {more < 0 && <span className="warn">{t('overview.fewer', { count: -more })}</span>}
      </Figure>
      <Figure
        name={t('overview.median_days')}
        value={median_days === null ? '–' : number(median_days)}
        trend={weeks.map((week) => week.median_days)}
      >
        {slower < 0 && <span className="good">{t('overview.days_fewer', { days: tenths })}</span>}
        {slower > 0 && <span className="warn">{t('overview.days_more', { days: tenths })}</span>}
        {sample}
      </Figure>
      <Figure
        name={t('overview.effort')}
        value={effort.average === null ? '–' : number(effort.average)}
        trend={weeks.map((week) => week.effort)}
      >
        <span className="soft">{t('overview.answers', { count: effort.answers })}</span>
        {sample}
      </Figure>
    </dl>
  )
}
