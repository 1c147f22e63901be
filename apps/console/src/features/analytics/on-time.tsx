import { Meter } from '../../components/status.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { Analytics } from './answer.ts'

type OnTime = Analytics['on_time']['steps']

/** How much was done by its date, and how late the rest was; nothing without dates. */
export function OnTimeCard({ on_time: { enrollments, steps } }: Pick<Analytics, 'on_time'>) {
  const { t } = useI18n()
  if (enrollments.done === 0 && steps.done === 0) return null
  return (
    <section className="card" aria-labelledby="on-time">
      <header>
        <h2 id="on-time">{t('analytics.on_time')}</h2>
      </header>
      <dl className="pad on-time">
        {enrollments.done > 0 && <Share name={t('analytics.by_target')} figures={enrollments} />}
        {steps.done > 0 && <Share name={t('analytics.by_due_date')} figures={steps} />}
      </dl>
    </section>
  )
}

function Share({ name, figures }: { name: string; figures: OnTime }) {
  const { t, number, percent } = useI18n()
  const { done, on_time, median_days_late, average_days_late } = figures
  const share = Math.round((on_time / done) * 100)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="row between">
          <b>{percent(share)}</b>
          <span className="soft">{t('analytics.of_done', { on_time: number(on_time), count: done })}</span>
        </span>
        <Meter percentage={share} alone />
        {median_days_late !== null && average_days_late !== null && (
          <small className="soft">
            {t('analytics.days_late', { median: number(median_days_late), average: number(average_days_late) })}
          </small>
        )}
      </dd>
    </div>
  )
}
