import type { ReactNode } from 'react'
import type { Data } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'

interface EffortChartProps {
  effort: Data<'getOverview'>['effort']
  /** A link to details. */
  more?: ReactNode
}

/** The answers to the effort question, from 1 to 7. */
export function EffortChart({ effort: { answers, distribution }, more }: EffortChartProps) {
  const { t, number } = useI18n()
  if (answers === 0) return null
  const top = Math.max(1, ...distribution)
  return (
    <section className="card" aria-labelledby="effort">
      <header>
        <h2 id="effort">{t('overview.effort')}</h2>
        <span className="right">{more}</span>
      </header>
      <ol className="pad effort" aria-label={t('overview.effort_scale')}>
        {distribution.map((count, index) => (
          // The scores have an order of their own.
          <li key={index}>
            <b>{number(count)}</b>
            <svg style={{ height: `${(count / top) * 6.5 + 0.25}rem` }} aria-hidden="true">
              <rect width="100%" height="100%" rx="4" fill={`var(--ces-${index + 1})`} />
            </svg>
            <span>{index + 1}</span>
          </li>
        ))}
      </ol>
      <div className="pad row between soft ends">
        <span>{t('overview.very_hard')}</span>
        <span>{t('overview.very_easy')}</span>
      </div>
    </section>
  )
}
