import { TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { Analytics } from './answer.ts'
import { type FunnelStep, funnelOf } from './funnel-steps.ts'
import { MedianCell } from './median-cell.tsx'

/**
 * The table of steps with the contacts who finished and dropped off, and the median time. Drop-off counts from the contacts who
 * began; those who have not are a row of their own. The bars are decoration.
 */
export function Funnel({ data }: { data: Analytics }) {
  const { t } = useI18n()
  const { enrolled, started } = data
  const notBegun = enrolled - started
  const steps = funnelOf(data)
  const worst = steps.reduce<FunnelStep | undefined>(
    (most, step) => (step.lost > (most?.lost ?? 0) ? step : most),
    undefined,
  )
  const longest = Math.max(1, ...steps.map(({ median_seconds }) => median_seconds ?? 0))
  return (
    <section className="card" aria-labelledby="funnel">
      <header>
        <h2 id="funnel">{t('analytics.where')}</h2>
        {worst && (
          <span className="chip warn right">
            <TriangleAlert className="icon" aria-hidden />
            {t('analytics.most_stop', { step: worst.title })}
          </span>
        )}
      </header>
      <div className="table">
        <table className="funnel">
          <thead>
            <tr>
              <th scope="col">{t('analytics.step')}</th>
              <th scope="col" className="wide-only">
                {t('analytics.finished')}
              </th>
              <th scope="col" className="r">
                {t('analytics.people')}
              </th>
              <th scope="col" className="r wide-only">
                {t('analytics.share')}
              </th>
              <th scope="col" className="r wide-only">
                {t('analytics.lost')}
              </th>
              <th scope="col" className="r">
                {t('analytics.median_time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {notBegun > 0 && <NotBegunRow count={notBegun} enrolled={enrolled} />}
            {steps.map((step, index) => (
              <Fragment key={step.id}>
                {step.section !== steps[index - 1]?.section && (
                  <tr className="section">
                    <th scope="rowgroup" colSpan={6}>
                      {step.section}
                    </th>
                  </tr>
                )}
                <StepRow step={step} enrolled={enrolled} longest={longest} isWorst={step === worst} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface NotBegunRowProps {
  count: number
  enrolled: number
}

/** The contacts who have not opened the guide: nobody can say that they stopped at a step. */
function NotBegunRow({ count, enrolled }: NotBegunRowProps) {
  const { t, number, percent } = useI18n()
  return (
    <tr>
      <th scope="row">{t('analytics.not_begun')}</th>
      <td className="wide-only" />
      <td className="r num">
        <b>{number(count)}</b>
      </td>
      <td className="r num soft wide-only">{percent(Math.round((count / enrolled) * 100))}</td>
      <td className="r num wide-only">–</td>
      <td className="r num">–</td>
    </tr>
  )
}

interface StepRowProps {
  step: FunnelStep
  enrolled: number
  longest: number
  isWorst: boolean
}

function StepRow({ step, enrolled, longest, isWorst }: StepRowProps) {
  const { number, percent } = useI18n()
  const { place, title, finished, lost, median_seconds } = step
  const share = (finished / enrolled) * 100
  return (
    <tr className={isWorst ? 'worst' : undefined}>
      <th scope="row">
        <span className="soft num">{place}</span> {title}
      </th>
      <td className="wide-only">
        <svg className="bar-cell" aria-hidden="true">
          <rect width="100%" height="12" rx="3" fill="var(--chart-track)" />
          <rect width={`${share}%`} height="12" rx="3" fill="var(--accent)" />
          <rect x={`${share}%`} width={`${(lost / enrolled) * 100}%`} height="12" rx="3" fill="var(--chart-2)" />
        </svg>
      </td>
      <td className="r num">
        <b>{number(finished)}</b>
        {lost > 0 && <small className="phone-only">−{number(lost)}</small>}
      </td>
      <td className="r num soft wide-only">{percent(Math.round(share))}</td>
      <td className="r num wide-only">{lost === 0 ? '–' : `−${number(lost)}`}</td>
      <MedianCell seconds={median_seconds} longest={longest} />
    </tr>
  )
}
